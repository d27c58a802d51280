"""The site as an app on a phone: manifest, service worker, pages stored for offline use."""
