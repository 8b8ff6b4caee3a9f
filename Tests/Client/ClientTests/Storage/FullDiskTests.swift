#if os(Linux)
  import ChildProcesses
  import DoorwardSystem
  import Foundation
  import Testing

  /// A real disk that is full: a small file system, if the kernel allows one.
  struct FullDiskTests {
    private static let isAllowed: Bool = {
      let mount = ChildProgram("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"])
      return (try? mount.startAlone())?.wait() == .exited(status: 0)
    }()

    @Test(.enabled(if: isAllowed), arguments: ["file", "keyring", "standard"])
    func fullDiskKeepsOldRecordUntilThereIsSpace(storage: String) async throws {
      let folder = try StorageFolder()
      // The bus accepts only connections of its own user.
      let output = try await KeyringScript(storage: storage).run(
        """
        unlocked
        mounted() {
          probe count "$folder" 1
          probe load "$folder"
          dd if=/dev/zero of="$folder/fill" bs=1k
          probe attempt "$folder"
          ls "$folder" | grep -c draft
          rm "$folder/fill"
          probe attempt "$folder"
        }
        export -f mounted probe
        export program folder
        [ $STORAGE = file ] && user=-r
        unshare ${user:-} -m bash -c 'mount -t tmpfs -o size=64k,mode=700 none "$folder" && mounted'
        """, in: folder)
      #expect(output == ["1", "storage_unavailable", "1", "0", "saved", "new"])
    }
  }
#endif
