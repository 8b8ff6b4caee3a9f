#if os(Linux)
  import ChildProcesses
  import DoorwardSystem
  import Foundation
  import Testing

  /// A script with its own home folder and session bus, in which a real GNOME keyring can run.
  struct KeyringScript {
    /// The storage of `ClientProbe` in the script.
    let storage: String

    /// Runs a script and returns the lines of its output.
    ///
    /// Its functions are `probe <task> <folder>`, `unlocked` (starts an unlocked keyring), `lock`, `stop`, and
    /// `down` and `hidden`, which run a command without the keyring and without libsecret.
    func run(_ script: String, in folder: StorageFolder) async throws -> [String] {
      let probe = try #require(
        Probe.path, "build the program first: swift build --package-path Server --build-tests")
      let home = try StorageFolder()
      let definitions = """
        exec 2>/dev/null
        export STORAGE=\(storage) HOME="$1" XDG_DATA_HOME="$1" XDG_RUNTIME_DIR="$1"
        program="\(probe)"
        probe() { "$program" "$1" "$2" "${3:-0}"; }
        unlocked() {
          gnome-keyring-daemon --foreground --unlock --components=secrets <<< password >/dev/null & keyring=$!
          gdbus wait --session --timeout 60 org.freedesktop.secrets
        }
        lock() {
          gdbus call --session --dest org.freedesktop.secrets --object-path /org/freedesktop/secrets \
            --method org.freedesktop.Secret.Service.Lock "['/org/freedesktop/secrets/collection/login']" >/dev/null
        }
        stop() { kill $keyring; wait $keyring; }
        down() { DBUS_SESSION_BUS_ADDRESS="unix:path=$HOME/missing" "$@"; }
        # The first file on the loader's path, which is not a library.
        mkdir "$HOME/hidden"
        : > "$HOME/hidden/libsecret-1.so.0"
        hidden() { LD_LIBRARY_PATH="$HOME/hidden" "$@"; }
        folder="$2"
        trap stop EXIT

        """
      var bus = ChildProgram(
        "dbus-run-session",
        ["--", "bash", "-c", definitions + script, "bash", home.url.path, folder.url.path])
      bus.output = .pipe
      return await (try RunningChild(bus)).lines().filter { !$0.isEmpty }
    }
  }
#endif
