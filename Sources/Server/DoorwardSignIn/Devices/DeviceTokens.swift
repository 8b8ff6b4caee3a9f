package import DoorwardSessions
package import DoorwardStore
import Encodings

/// Makes the token that a client keeps for its device, and reads it back.
package struct DeviceTokens: Sendable {
  private static let purpose = [UInt8]("device".utf8)
  private static let userLength = 16
  private static let timeLength = 8

  private let key: DerivedKey
  private let random: RandomSource

  /// - Parameters:
  ///   - key: seals the tokens.
  ///   - random: the source of the ids of devices and of the nonces of their tokens.
  package init(key: DerivedKey, random: RandomSource) {
    self.key = key
    self.random = random
  }

  /// The device of a token. Every text that is not a token of this server is a new device.
  ///
  /// - Parameter text: the token; nil if the client has none.
  /// - Returns: the device.
  /// - Throws: the errors of the random source.
  package func device(_ text: String?) throws -> KnownDevice {
    if let text, let known = known(text) { return known }
    return KnownDevice(id: try random.bytes(KnownDevice.idLength))
  }

  /// The token of a device.
  ///
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  package func text(of device: KnownDevice) throws -> String {
    var bytes = device.id
    for signIn in device.signIns {
      bytes += signIn.user.bytes
      let time = try StoredTime.milliseconds(signIn.at)
      withUnsafeBytes(of: time.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return try key.sealedText(bytes, purpose: Self.purpose, random: random)
  }

  private func known(_ text: String) -> KnownDevice? {
    guard let bytes = key.opened(text, purpose: Self.purpose) else { return nil }
    let length = Self.userLength + Self.timeLength
    let rest = bytes.dropFirst(KnownDevice.idLength)
    guard bytes.count >= KnownDevice.idLength, rest.count.isMultiple(of: length) else { return nil }
    let signIns = stride(from: rest.startIndex, to: rest.endIndex, by: length).compactMap { start in
      let time = start + Self.userLength
      let milliseconds = rest[time..<time + Self.timeLength].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      return User.ID(bytes: Array(rest[start..<time])).map {
        KnownDevice.SignIn(user: $0, at: StoredTime.moment(milliseconds))
      }
    }
    return KnownDevice(id: Array(bytes.prefix(KnownDevice.idLength)), signIns: signIns)
  }
}
