#if os(Linux)
  import Doorward
  import Foundation
  import Testing

  /// A session whose key is in a real GNOME keyring, on a session bus of its own.
  struct SecretServiceTests {
    private let folder: StorageFolder

    init() throws { folder = try StorageFolder() }

    /// What a script says that has `probe <task>`, `unlocked` (starts a keyring, open), `lock` and `stop`.
    private func run(_ script: String) async throws -> [String] {
      let probe = try #require(Probe.path, "build the program first: swift build --build-tests")
      let home = try StorageFolder()
      let definitions = """
        exec 2>/dev/null
        export STORAGE=keyring HOME="$1" XDG_DATA_HOME="$1" XDG_RUNTIME_DIR="$1"
        probe() { "\(probe)" "$1" "$2" "${3:-0}"; }
        unlocked() {
          gnome-keyring-daemon --foreground --unlock --components=secrets <<< password >/dev/null & keyring=$!
          gdbus wait --session --timeout 60 org.freedesktop.secrets
        }
        lock() {
          gdbus call --session --dest org.freedesktop.secrets --object-path /org/freedesktop/secrets \
            --method org.freedesktop.Secret.Service.Lock "['/org/freedesktop/secrets/collection/login']" >/dev/null
        }
        stop() { kill $keyring; wait $keyring; }
        folder="$2"
        trap stop EXIT

        """
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "dbus-run-session", "--", "bash", "-c", definitions + script, "bash", home.url.path, folder.url.path,
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try start(process)
      let said = await withCheckedContinuation { continuation in
        DispatchQueue(label: "script").async {
          continuation.resume(returning: pipe.fileHandleForReading.readDataToEndOfFile())
        }
      }
      return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The threads of Swift's tasks have signals blocked, and what they start inherits that: nothing could end it.
    private func start(_ process: Process) throws {
      var none = sigset_t()
      var before = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
    }

    @Test func aLockedKeyringIsNotAvailableYetAndNothingIsLost() async throws {
      let said = try await run(
        """
        unlocked
        probe load "$folder"
        probe attempt "$folder"
        lock
        probe load "$folder"
        probe attempt "$folder"
        stop
        unlocked
        probe load "$folder"
        probe remove "$folder"
        probe load "$folder"
        """)
      #expect(
        said == [
          "none", "saved", "new", "storage_locked", "storage_locked", "storage_locked", "new", "removed",
          "none",
        ])
    }

    @Test func aSessionIsKeptAndForgottenWithTheKeyringLocked() async throws {
      let said = try await run(
        """
        unlocked
        probe attempt "$folder"
        lock
        probe remove "$folder"
        probe load "$folder"
        stop
        unlocked
        probe attempt "$folder"
        """)
      #expect(said == ["saved", "new", "removed", "none", "saved", "new"])
    }

    @Test func severalProcessesAgreeOnOneKey() async throws {
      let said = try await run(
        """
        unlocked
        probe count "$folder" 20 & first=$!
        probe count "$folder" 20 & second=$!
        wait $first && wait $second && echo counted
        probe load "$folder"
        """)
      #expect(said == ["counted", "40"])
    }

    @Test func aKeyringThatForgotTheKeyMakesTheSessionUnreadableUntilItIsForgotten() async throws {
      let said = try await run(
        """
        unlocked
        probe attempt "$folder"
        stop
        rm -r "$HOME/keyrings"
        unlocked
        probe load "$folder"
        probe attempt "$folder"
        probe remove "$folder"
        probe attempt "$folder"
        """)
      #expect(
        said == [
          "saved", "new", "storage_unreadable", "storage_unreadable", "storage_unreadable", "removed",
          "saved", "new",
        ])
    }

    @Test func withoutAServiceThatIsSaid() async throws {
      let said = try await run(
        """
        export DBUS_SESSION_BUS_ADDRESS="unix:path=$HOME/nobody"
        probe load "$folder"
        probe attempt "$folder"
        """)
      #expect(said == ["none", "storage_unavailable", "none"])
    }
  }
#endif
