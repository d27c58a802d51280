"""Ten Moons as one package: the folder `site` holds the whole site, and the command `ten-moons` runs it.

The modules of the site have names such as `cards`, which other packages may have too. So they aren’t packages of the
environment: only a process of this command looks for modules in `site`.
"""
