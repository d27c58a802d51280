"""The site as an app on a phone: manifest, service worker, pages kept for offline use."""
