import DoorwardServerRules
import Foundation
import Testing

/// The rule of refresh tokens, which the server and its double share.
struct RefreshRotationTests {
  private let now = Date(timeIntervalSince1970: 1_750_000_000)
  private let key = RefreshRotation.hash(ofKey: "one")

  private func rotated(keyHash: [UInt8]?) -> RefreshRotation {
    var rotation = RefreshRotation()
    rotation.rotate(keyHash: keyHash, at: now)
    return rotation
  }

  @Test func unusedTokenRotates() {
    #expect(RefreshRotation().use(of: 0, keyHash: nil, at: now) == .first)
    #expect(rotated(keyHash: key).use(of: 1, keyHash: key, at: now) == .first)
  }

  @Test func sameKeyRepeatsTheUseAtAnyTime() {
    let later = now.addingTimeInterval(30 * 24 * 3600)
    #expect(rotated(keyHash: key).use(of: 0, keyHash: key, at: later) == .repeated)
  }

  @Test func anotherKeyIsReuse() {
    let other = RefreshRotation.hash(ofKey: "two")
    #expect(rotated(keyHash: key).use(of: 0, keyHash: other, at: now) == .reuse)
    #expect(rotated(keyHash: key).use(of: 0, keyHash: nil, at: now) == .reuse)
    #expect(rotated(keyHash: nil).use(of: 0, keyHash: key, at: now) == .reuse)
  }

  @Test func withoutKeyTheUseRepeatsForTenSeconds() {
    #expect(rotated(keyHash: nil).use(of: 0, keyHash: nil, at: now.addingTimeInterval(10)) == .repeated)
    #expect(rotated(keyHash: nil).use(of: 0, keyHash: nil, at: now.addingTimeInterval(10.5)) == .reuse)
  }

  @Test func olderAndUnknownTokensAreReuse() {
    var rotation = rotated(keyHash: key)
    rotation.rotate(keyHash: key, at: now)
    #expect(rotation.use(of: 0, keyHash: key, at: now) == .reuse)
    #expect(rotation.use(of: 3, keyHash: key, at: now) == .reuse)
    #expect(RefreshRotation(counter: .max).use(of: .max, keyHash: nil, at: now) == .reuse)
  }
}
