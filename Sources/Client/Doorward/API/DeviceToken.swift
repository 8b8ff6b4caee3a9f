internal import Foundation

/// The token with which the server recognizes this device. It outlives the session: a user who signs in again on the same
/// device gets no notice of a new device.
///
/// Requests read the token without the actor, and receive new ones. The ``SessionMachine`` stores them.
// Unchecked: the values are used under the lock only.
final class DeviceToken: @unchecked Sendable {
  private let lock = NSLock()
  private var token: String?
  /// Whether the token is from an answer and the machine has not taken it.
  private var isNew = false

  /// The token to send with a request.
  var text: String? { lock.withLock { token } }

  /// Stores the token of an answer.
  func receive(_ text: String) {
    lock.withLock {
      isNew = isNew || text != token
      token = text
    }
  }

  /// The token that the machine has not taken yet; nil if there is none.
  func takeNew() -> String? {
    lock.withLock {
      defer { isNew = false }
      return isNew ? token : nil
    }
  }

  /// Uses the token of the storage, which another process may have replaced. A token that the machine has not taken yet is
  /// later.
  func replace(_ stored: String?) {
    lock.withLock { if !isNew { token = stored } }
  }
}
