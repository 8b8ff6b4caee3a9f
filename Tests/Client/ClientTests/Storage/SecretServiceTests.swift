#if os(Linux)
  import Doorward
  import Foundation
  import Testing

  /// A session whose key is in a real GNOME keyring, on a session bus of its own.
  struct SecretServiceTests {
    private let folder: StorageFolder

    init() throws { folder = try StorageFolder() }

    private func run(_ script: String) async throws -> [String] {
      try await KeyringScript(storage: "keyring").run(script, in: folder)
    }

    @Test func lockedKeyringThrowsAndKeepsRecord() async throws {
      let output = try await run(
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
        output == [
          "none", "saved", "new", "storage_locked", "storage_locked", "storage_locked", "new", "removed",
          "none",
        ])
    }

    @Test func recordIsRemovedWhileKeyringIsLocked() async throws {
      let output = try await run(
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
      #expect(output == ["saved", "new", "removed", "none", "saved", "new"])
    }

    @Test func severalProcessesUseOneKey() async throws {
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

    @Test func lostKeyMakesRecordUnreadableUntilItIsRemoved() async throws {
      let output = try await run(
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
        output == [
          "saved", "new", "storage_unreadable", "storage_unreadable", "storage_unreadable", "removed",
          "saved", "new",
        ])
    }

    @Test func missingSecretServiceIsUnavailable() async throws {
      let output = try await run(
        """
        down probe load "$folder"
        down probe attempt "$folder"
        """)
      #expect(output == ["none", "storage_unavailable", "none"])
    }

    @Test func programStartsWithoutLibsecret() async throws {
      let output = try await run(
        """
        ldd "$program" | grep -c libsecret
        unlocked
        hidden probe attempt "$folder"
        probe attempt "$folder"
        hidden probe load "$folder"
        hidden probe attempt "$folder"
        probe load "$folder"
        """)
      #expect(
        output == [
          "0", "storage_unavailable", "none", "saved", "new", "storage_unavailable", "storage_unavailable",
          "storage_unavailable", "new",
        ])
    }

    @Test func libraryWithoutTheFunctionsOfLibsecretIsUnavailable() async throws {
      let output = try await run(
        """
        unlocked
        ln -sf "$(ldd /bin/bash | awk '/libc.so/ {print $3}')" "$HOME/hidden/libsecret-1.so.0"
        hidden probe attempt "$folder"
        """)
      #expect(output == ["storage_unavailable", "none"])
    }

    @Test func damagedRecordIsUnreadableAndStays() async throws {
      let output = try await run(
        """
        unlocked
        probe attempt "$folder"
        record=$(echo "$folder"/*.sealed)
        cp "$record" "$HOME/kept"
        damaged() { cp "$record" "$HOME/damaged"; probe load "$folder"; cmp "$record" "$HOME/damaged" && echo untouched; }
        echo tampered
        byte=$(od -An -tu1 -j40 -N1 "$record")
        printf "\\\\x$(printf %02x $((byte ^ 1)))" | dd of="$record" bs=1 seek=40 conv=notrunc && damaged
        echo truncated
        cp "$HOME/kept" "$record"; truncate -s -1 "$record"; damaged
        echo later
        cp "$HOME/kept" "$record"; printf '\\002' | dd of="$record" bs=1 seek=8 conv=notrunc && damaged
        echo foreign
        mkdir -m 700 "$HOME/other"; probe attempt "$HOME/other"
        cp "$HOME/other/"*.key "$folder"/*.key
        cp "$HOME/kept" "$record"; damaged
        """)
      #expect(
        output == [
          "saved", "new", "tampered", "storage_unreadable", "untouched", "truncated", "storage_unreadable",
          "untouched",
          "later", "storage_unreadable", "untouched", "foreign", "saved", "new", "storage_unreadable",
          "untouched",
        ])
    }
  }
#endif
