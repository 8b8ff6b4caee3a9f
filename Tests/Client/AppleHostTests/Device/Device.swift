import Foundation
import Synchronization

/// The file system of a device that may not have been unlocked since it started.
///
/// A file is encrypted until the first unlock unless its app chooses another protection:
/// https://developer.apple.com/documentation/foundation/fileprotectiontype/completeuntilfirstuserauthentication.
/// A file without protection can always be read:
/// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/nofileprotection.
/// This file is compiled into NEARConnect, whose sources then use these methods instead of Foundation's.
package enum Device {
  fileprivate struct State {
    var wasUnlocked = true
    var unprotected: Set<String> = []

    func canRead(_ path: String) -> Bool { wasUnlocked || unprotected.contains(path) }
  }

  fileprivate static let state = Mutex(State())

  package static func setUnlocked(_ wasUnlocked: Bool) { state.withLock { $0.wasUnlocked = wasUnlocked } }
}

extension Data {
  init(contentsOf url: __shared URL, options: ReadingOptions = []) throws {
    let path = url.path
    guard Device.state.withLock({ $0.canRead(path) }) else { throw CocoaError(.fileReadNoPermission) }
    guard let data = FileManager.default.contents(atPath: path) else { throw CocoaError(.fileReadNoSuchFile) }
    self = data
  }

  func write(to url: URL, options: WritingOptions = []) throws {
    let path = url.path
    if options.contains(.noFileProtection) { _ = Device.state.withLock { $0.unprotected.insert(path) } }
    guard FileManager.default.createFile(atPath: path, contents: self) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
