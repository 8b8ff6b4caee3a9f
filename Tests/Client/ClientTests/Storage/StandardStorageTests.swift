import ChildProcesses
import Doorward
import Foundation
import Testing

#if os(Linux)

  /// The standard storage chooses a place for a session once.
  struct StandardStorageTests {
    private let folder: StorageFolder

    init() throws { folder = try StorageFolder() }

    private func run(_ script: String) async throws -> [String] {
      try await KeyringScript(storage: "standard").run(script, in: folder)
    }

    @Test func signedOutDeviceNeedsNoKeyring() async throws {
      let output = try await run(
        """
        unlocked
        probe attempt "$folder"
        probe keep "$folder"
        probe load "$folder"
        down probe load "$folder"
        down probe attempt "$folder"
        down probe keep "$folder"
        probe attempt "$folder"
        down probe load "$folder"
        """)
      #expect(
        output == [
          "saved", "new", "kept", "old", "old", "in a file", "saved", "new", "kept", "saved", "new",
          "storage_unavailable",
        ])
    }

    @Test func recordWithKeyInKeyringNeedsTheKeyring() async throws {
      let output = try await run(
        """
        unlocked
        probe attempt "$folder"
        down probe load "$folder"
        down probe attempt "$folder"
        hidden probe load "$folder"
        lock
        probe load "$folder"
        stop
        unlocked
        probe load "$folder"
        down probe remove "$folder"
        probe load "$folder"
        """)
      #expect(
        output == [
          "saved", "new", "storage_unavailable", "storage_unavailable", "storage_unavailable",
          "storage_unavailable", "storage_locked", "new", "removed", "none",
        ])
    }

    @Test func recordInFileStaysThereWhenKeyringAppears() async throws {
      let output = try await run(
        """
        down probe load "$folder"
        down probe attempt "$folder"
        unlocked
        probe load "$folder"
        probe attempt "$folder"
        ls "$folder" | grep -c sealed
        probe remove "$folder"
        probe load "$folder"
        probe attempt "$folder"
        down probe load "$folder"
        """)
      #expect(
        output == [
          "none", "in a file", "saved", "new", "in a file", "new", "in a file", "saved", "new", "1",
          "removed", "none", "saved", "new", "storage_unavailable",
        ])
    }

    @Test func fileIsUsedWithoutLibsecret() async throws {
      let output = try await run(
        """
        unlocked
        hidden probe attempt "$folder"
        hidden probe load "$folder"
        """)
      #expect(output == ["in a file", "saved", "new", "in a file", "new"])
    }

    @Test func lockedKeyringIsNotReplacedByAFile() async throws {
      let output = try await run(
        """
        unlocked
        STORAGE=keyring probe attempt "$folder"
        lock
        probe attempt "$folder"
        stop
        unlocked
        probe attempt "$folder"
        """)
      #expect(output == ["saved", "new", "storage_locked", "none", "saved", "new"])
    }

    @Test func simultaneousProcessesChooseOneStorage() async throws {
      let output = try await run(
        """
        unlocked
        for round in 1 2 3 4 5; do
          processes=()
          for number in 1 2 3; do
            probe attempt "$folder" > /dev/null & processes+=($!)
            down probe attempt "$folder" > /dev/null & processes+=($!)
          done
          wait "${processes[@]}"
          ls "$folder" | grep -c sealed
          probe remove "$folder"
        done
        """)
      #expect(output == [[String]](repeating: ["1", "removed"], count: 5).flatMap { $0 })
    }

    @Test func removalRemovesRecordsOfBothStorages() async throws {
      let output = try await run(
        """
        unlocked
        probe attempt "$folder"
        mkdir -m 700 "$HOME/other"
        down probe attempt "$HOME/other"
        cp "$HOME/other/"* "$folder"
        ls "$folder" | grep -c sealed
        probe load "$folder"
        probe remove "$folder"
        ls "$folder" | grep -c sealed
        probe load "$folder"
        """)
      #expect(output == ["saved", "new", "in a file", "saved", "new", "2", "new", "removed", "0", "none"])
    }

    @Test func lockCoversBothStorages() async throws {
      let output = try await run(
        """
        unlocked
        probe count "$folder" 20 & first=$!
        probe count "$folder" 20 & second=$!
        wait $first && wait $second && echo counted
        probe load "$folder"
        """)
      #expect(output == ["counted", "40"])
    }

    @Test func changedConfigurationUsesItsPresentServer() async throws {
      let output = try await run(
        """
        export SERVER=https://id.example.com APPLICATION=app_1
        STORAGE=changed down probe attempt "$folder"
        place="$XDG_DATA_HOME/doorward"
        down probe load "$place"
        SERVER=https://other.example.com APPLICATION=other down probe load "$place"
        """)
      #expect(output == ["in a file", "saved", "new", "in a file", "new", "none"])
    }

    @Test func serversAndApplicationsShareNothing() async throws {
      let output = try await run(
        """
        export SERVER=https://id.example.com APPLICATION=app_1
        down probe attempt "$folder"
        APPLICATION=app_2 down probe load "$folder"
        SERVER=https://id.example.com/b down probe load "$folder"
        env -u APPLICATION DBUS_SESSION_BUS_ADDRESS= "$program" load "$folder"
        SERVER=HTTPS://ID.example.com:443/ down probe load "$folder"
        """)
      #expect(output == ["in a file", "saved", "new", "none", "none", "none", "in a file", "new"])
    }
  }
#endif

/// The name of a session.
struct StandardStorageNameTests {
  @Test(arguments: [
    ("https://id.example.com", nil, "https://id.example.com"),
    ("https://id.example.com//", "", "https://id.example.com "),
    ("HTTPS://ID.Example.com:443", "app_1", "https://id.example.com app_1"),
    ("http://127.0.0.1:8080/a/", "app 1", "http://127.0.0.1:8080/a app 1"),
    ("https://id.example.com:80/A?b#c", "x", "https://id.example.com:80/A x"),
  ])
  func everySpellingOfAnAddressHasOneName(server: String, application: String?, name: String) throws {
    let url = try #require(URL(string: server))
    #expect(StandardSessionStorage.name(serverURL: url, applicationID: application) == name)
  }
}
