"""Views of applications: a member’s own, and applications that they have authorised."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from oauth2_provider.models import Application

from accounts.applications.forms import ApplicationForm
from accounts.applications.tokens import applications_authorized_by, register_application, revoke_applications_of
from accounts.models import User

MAX_APPLICATIONS = 20


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def applications_page(request: HttpRequest) -> HttpResponse:
    """Show the applications that may act for the member, their own applications, and a form for a new one."""
    assert isinstance(request.user, User)
    form = ApplicationForm(request.POST if request.method == "POST" else None)
    own = Application.objects.filter(user=request.user).order_by("name", "pk")
    if request.method == "POST" and form.is_valid():
        if len(own) >= MAX_APPLICATIONS:
            form.add_error(
                None, _("You can register up to %(most)d apps. Delete one first.") % {"most": MAX_APPLICATIONS}
            )
        else:
            made, secret = register_application(request.user, form.cleaned_data)
            return render(request, "accounts/applications/made.html", {"application": made, "secret": secret})
    context = {"form": form, "own": own, "let_in": applications_authorized_by(request.user)}
    return render(request, "accounts/applications/index.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def delete_application_view(request: HttpRequest, pk: int) -> HttpResponse:
    application = get_object_or_404(Application, pk=pk, user=request.user)
    application.delete()
    messages.success(
        request, _("%(name)s deleted. It no longer has access to anyone’s account.") % {"name": application.name}
    )
    return redirect("accounts:applications")


@login_required
@require_POST
def revoke_application_view(request: HttpRequest, pk: int) -> HttpResponse:
    assert isinstance(request.user, User)
    application = Application.objects.filter(pk=pk, accesstoken__user=request.user).first()
    if application is not None:  # else it was withdrawn before; other people don’t learn its name
        revoke_applications_of(request.user, application=application)
        messages.success(request, _("%(name)s no longer has access to your account.") % {"name": application.name})
    return redirect("accounts:applications")
