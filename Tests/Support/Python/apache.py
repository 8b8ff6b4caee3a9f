"""Apache with mod_auth_openidc."""

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

from ports import wait_until_listening
from programs import Program

MODULES = Path("/usr/lib/apache2/modules")

# A server needs these lines beside those of its site.
_CONFIGURATION = """
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {root}/apache.pid
ErrorLog {root}/error.log
LogLevel warn auth_openidc:info
Mutex file:{root}
User www-data
Group www-data
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authn_core_module {modules}/mod_authn_core.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule authz_user_module {modules}/mod_authz_user.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule include_module {modules}/mod_include.so
LoadModule auth_openidc_module {modules}/mod_auth_openidc.so
DocumentRoot {root}/pages
<Directory {root}/pages>
  Options +Includes
  SetOutputFilter INCLUDES
  Require all granted
</Directory>
"""


def is_installed() -> bool:
    return (MODULES / "mod_auth_openidc.so").exists()


@contextmanager
def apache(port: int, pages: dict[str, str], lines: str):
    """Serves `pages`, by their paths, with the lines of the site in the configuration. Yields the log of errors."""
    # Apache runs as another user, which cannot read the folders of the tests.
    root = Path(tempfile.mkdtemp(prefix="doorward-apache-"))
    root.chmod(0o755)
    try:
        for path, text in pages.items():
            page = root / "pages" / path
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text)
        (root / "apache.conf").write_text(_CONFIGURATION.format(port=port, root=root, modules=MODULES) + lines)
        command = ["/usr/sbin/apache2", "-f", root / "apache.conf", "-DFOREGROUND"]
        with Program(*command, log=root / "output.log") as program:
            wait_until_listening(program, port)
            yield root / "error.log"
    finally:
        shutil.rmtree(root, ignore_errors=True)
