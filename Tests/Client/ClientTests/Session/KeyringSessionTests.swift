#if os(Linux)
  import Doorward
  import EthereumSignatures
  import Foundation
  import ChildProcesses
  import Testing

  /// A client in another process, with the key of its session in a real GNOME keyring.
  @MainActor struct KeyringSessionTests {
    @Test(.timeLimit(.minutes(1))) func lockedKeyringIsUndeterminedUntilItIsUnlocked() async throws {
      let folder = try StorageFolder()
      let server = try await RunningServer.start()
      let proxy = try HostileProxy(before: server.origin)
      defer { proxy.stop() }
      let client = try Client(server, through: proxy)
      let user = try #require(try await client.signInAs(client.wallet).user?.id)
      let record = folder.url.appendingPathComponent("signed-in")
      try Data(try #require(try await client.storage.load())).write(to: record)
      let output = try await KeyringScript(storage: "keyring").run(
        """
        export SERVER=\(proxy.origin) RECORD="\(record.path)"
        unlocked
        probe adopt "$folder"
        lock
        kept=$(cat "$folder"/*.sealed "$folder"/*.key | sha256sum)
        probe token "$folder"
        mkfifo "$HOME/told" "$HOME/heard"
        probe attend "$folder" < "$HOME/told" > "$HOME/heard" & probe=$!
        exec 3> "$HOME/told" 4< "$HOME/heard"
        read -r line <&4; echo "$line"
        echo >&3; read -r line <&4; echo "$line"
        [ "$kept" = "$(cat "$folder"/*.sealed "$folder"/*.key | sha256sum)" ] && echo untouched
        stop
        unlocked
        echo >&3; read -r line <&4; echo "$line"
        echo end >&3
        wait $probe && echo ended
        probe token "$folder"
        """, in: folder)
      #expect(
        output == [
          "storage_locked", "undetermined: storage_locked", "undetermined: storage_locked", "untouched",
          "user \(user)", "ended",
          "user \(user)",
        ])
    }
  }
#endif
