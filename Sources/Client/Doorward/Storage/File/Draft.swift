internal import Encodings
internal import Foundation

/// A complete, synchronized file under a temporary name, before it gets its final name.
struct Draft {
  static let suffix = ".draft"

  let name: String
  private let file: OpenFile

  /// Writes the file.
  ///
  /// - Throws: ``StorageError``. The file is deleted then.
  init(of target: String, _ bytes: [UInt8], in folder: PrivateFolder) throws(StorageError) {
    (name, file) = try Self.make(target, in: folder)
    guard file.write(bytes) else {
      let failure = errno
      folder.discard(name)
      throw .system("The session cannot be written", path: folder.path(of: name), number: failure)
    }
  }

  private static func make(
    _ target: String, in folder: PrivateFolder
  ) throws(StorageError) -> (String, OpenFile) {
    // Another process may clean up a draft between its creation and its lock, so creation is retried.
    for _ in 0..<100 {
      let name = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 16))\(suffix)"
      guard let file = folder.open(name, O_WRONLY | O_CREAT | O_EXCL) else {
        if errno == EEXIST { continue }
        throw .system("The session cannot be written", path: folder.path(of: name), number: errno)
      }
      if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, file.status?.st_nlink == 1 { return (name, file) }
      let failure = errno
      guard failure == EWOULDBLOCK || file.status?.st_nlink == 0 else {
        folder.discard(name)
        throw .system("The session cannot be locked", path: folder.path(of: name), number: failure)
      }
    }
    throw StorageError(
      code: .busy, reason: "Too many processes use \(folder.path) at the same time. Try again.")
  }
}
