"""Each device that is notified belongs to the session in which it was asked for."""

from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone


def find_sessions(apps, schema_editor):
    """Whose session is there gets its key; the others have ended. May be repeated."""
    devices = apps.get_model("accounts", "PushDevice")
    if not devices.objects.filter(session="").exists():
        return
    store, found = SessionStore(), {}
    rows = apps.get_model("sessions", "Session").objects.filter(expire_date__gt=timezone.now())
    for key, data in rows.values_list("session_key", "session_data").iterator(chunk_size=1000):
        device = store.decode(data).get("push_device")
        if device is not None:
            found[device] = key
    for device in devices.objects.filter(session=""):
        if device.pk in found:
            devices.objects.filter(pk=device.pk).update(session=found[device.pk])
        else:
            device.delete()


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_reports"), ("sessions", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="pushdevice",
            name="session",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=40),
        ),
        migrations.RunPython(find_sessions, migrations.RunPython.noop),
    ]
