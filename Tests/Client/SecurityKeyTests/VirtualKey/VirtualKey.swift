import BinaryEncodings
import DoorwardCiphers
import DoorwardOpenSSL
import Encodings
import Foundation

/// A security key in software (CTAP 2.0): it stores passkeys, and its user touches it at once.
// Unchecked: the threads of libfido2 call it one after the other, and tests read it afterwards; both under the lock.
final class VirtualKey: @unchecked Sendable {
  struct Settings {
    /// The PIN; nil if none is set.
    var pin: String?
    /// Whether the key verifies the user by itself.
    var verifiesUser = false
    /// The status of the next calls in the place of an answer, such as 0x2f.
    var failures: [UInt8] = []
    /// Whether the user does not touch the key.
    var isUntouched = false
    /// The number of wrong PINs that the key still accepts.
    var pinRetries = 8
    var aaguid = [UInt8](repeating: 7, count: 16)
  }

  struct Stored {
    let relyingPartyID: String
    let id: [UInt8]
    let user: CBORMap
    let key: P256PrivateKey
  }

  /// The statuses of CTAP 2.1 §8.2.
  enum Status {
    static let ok: UInt8 = 0x00
    static let excluded: UInt8 = 0x19
    static let cancelled: UInt8 = 0x2d
    static let noCredentials: UInt8 = 0x2e
    static let pinInvalid: UInt8 = 0x31
    static let pinBlocked: UInt8 = 0x32
    static let pinAuthInvalid: UInt8 = 0x33
    static let pinRequired: UInt8 = 0x36
    static let unsupportedAlgorithm: UInt8 = 0x26
  }

  struct Refusal: Error { let status: UInt8 }

  private let lock = NSCondition()
  private let context: OpenSSLContext
  private let pinProtocol: PINProtocol
  private var channel = HIDChannel()
  private var answers: [[UInt8]] = []
  private var waiting: [UInt8]?
  private var queue: [CBORValue] = []
  private var content: (settings: Settings, stored: [Stored], count: UInt32, commands: [UInt8])

  init(_ settings: Settings = Settings()) throws {
    content = (settings, [], 0, [])
    context = try OpenSSLContext()
    pinProtocol = try PINProtocol(context: context)
  }

  var stored: [Stored] { lock.withLock { content.stored } }
  /// The commands so far, by their numbers.
  var commands: [UInt8] { lock.withLock { content.commands } }
  func change(_ body: (inout Settings) -> Void) { lock.withLock { body(&content.settings) } }

  // MARK: Reports

  /// Takes a report, which a byte with the number of the report precedes.
  func write(_ report: [UInt8]) {
    lock.withLock {
      guard let (command, data) = channel.receive(Array(report.dropFirst())) else { return }
      switch command {
      case .initialize: answers += HIDChannel.reports(.initialize, HIDChannel.channelAnswer(data))
      case .cancel:
        if waiting != nil { answers += HIDChannel.reports(.cbor, [Status.cancelled]) }
        waiting = nil
      case .cbor:
        if content.settings.isUntouched, [1, 2].contains(data.first) {
          waiting = data
        } else {
          answers += HIDChannel.reports(.cbor, answer(data))
        }
      case .error: break
      }
      lock.broadcast()
    }
  }

  /// The next report; nil if there is none in time.
  func read(within seconds: TimeInterval) -> [UInt8]? {
    lock.withLock {
      let end = Date().addingTimeInterval(seconds)
      while answers.isEmpty, lock.wait(until: end) {}
      return answers.isEmpty ? nil : answers.removeFirst()
    }
  }

  /// Waits until a call waits for the user's touch.
  func untilItWaits() {
    lock.withLock { while waiting == nil { lock.wait() } }
  }

  // MARK: Commands

  private func answer(_ message: [UInt8]) -> [UInt8] {
    guard let command = message.first else { return [0x01] }
    content.commands.append(command)
    if [1, 2].contains(command), !content.settings.failures.isEmpty {
      return [content.settings.failures.removeFirst()]
    }
    do {
      let request = message.count > 1 ? try CBOR.decode(Array(message.dropFirst())) : .map([:])
      guard case .map(let members) = request else { return [0x11] }
      switch command {
      case 0x01: return [Status.ok] + CBOR.encode(try make(members))
      case 0x02: return [Status.ok] + CBOR.encode(try sign(members))
      case 0x04: return [Status.ok] + CBOR.encode(information)
      case 0x06: return [Status.ok] + CBOR.encode(try clientPIN(members))
      case 0x08:
        guard !queue.isEmpty else { return [0x30] }
        return [Status.ok] + CBOR.encode(queue.removeFirst())
      default: return [0x01]
      }
    } catch let refusal as Refusal {
      return [refusal.status]
    } catch {
      return [0x7f]
    }
  }

  private var information: CBORValue {
    let hasPIN = CBORValue.bool(content.settings.pin != nil)
    let yes = CBORValue.bool(true)
    let options: CBORMap =
      content.settings.verifiesUser
      ? ["rk": yes, "up": yes, "uv": yes, "clientPin": hasPIN] : ["rk": yes, "up": yes, "clientPin": hasPIN]
    return [
      1: .array(["FIDO_2_0"]), 3: .bytes(content.settings.aaguid), 4: .map(options), 5: 1200,
      6: .array([1]),
    ]
  }

  /// Whether the user is verified in a call: by the PIN or by the key itself.
  private func verification(
    _ members: CBORMap, hash: [UInt8], options: Int64, pin: Int64, required: Bool
  ) throws -> Bool {
    if case .bytes(let proof)? = members.number(pin) {
      guard try pinProtocol.authenticates(proof, hash, context) else {
        throw Refusal(status: Status.pinAuthInvalid)
      }
      return true
    }
    if case .map(let chosen)? = members.number(options), chosen.text("uv") == .bool(true) {
      return content.settings.verifiesUser
    }
    // A key with a PIN makes no passkey without it.
    if required, content.settings.pin != nil { throw Refusal(status: Status.pinRequired) }
    return false
  }

  private func make(_ members: CBORMap) throws -> CBORValue {
    guard case .bytes(let hash)? = members.number(1), case .map(let party)? = members.number(2),
      let id = party.text("id")?.text, case .map(let user)? = members.number(3),
      case .array(let types)? = members.number(4)
    else { throw Refusal(status: 0x14) }
    guard types.contains(where: { if case .map(let type) = $0 { type.text("alg") == -7 } else { false } })
    else {
      throw Refusal(status: Status.unsupportedAlgorithm)
    }
    let excluded = Self.ids(members.number(5))
    guard !content.stored.contains(where: { $0.relyingPartyID == id && excluded.contains($0.id) }) else {
      throw Refusal(status: Status.excluded)
    }
    let isVerified = try verification(members, hash: hash, options: 7, pin: 8, required: true)
    let key = try P256PrivateKey.generate(context: context)
    let made = Stored(relyingPartyID: id, id: try SecureRandom.bytes(48), user: user, key: key)
    content.stored.append(made)
    let publicKey: CBORMap = [
      1: 2, 3: -7, -1: 1, -2: .bytes(Array(key.point[1...32])), -3: .bytes(Array(key.point[33...])),
    ]
    let attested =
      content.settings.aaguid + [0, UInt8(made.id.count)] + made.id + CBOR.encode(.map(publicKey))
    let data = authenticatorData(id, isVerified, attested)
    let signature = P256Signature.der(fromRaw: try key.sign(data + hash)) ?? []
    return [1: "packed", 2: .bytes(data), 3: ["alg": -7, "sig": .bytes(signature)]]
  }

  private func sign(_ members: CBORMap) throws -> CBORValue {
    guard let id = members.number(1)?.text, case .bytes(let hash)? = members.number(2) else {
      throw Refusal(status: 0x14)
    }
    let allowed = Self.ids(members.number(3))
    let usable = content.stored.filter {
      $0.relyingPartyID == id && (allowed.isEmpty || allowed.contains($0.id))
    }
    guard !usable.isEmpty else { throw Refusal(status: Status.noCredentials) }
    let isVerified = try verification(members, hash: hash, options: 5, pin: 6, required: false)
    let data = authenticatorData(id, isVerified)
    queue = try usable.reversed().map { stored in
      // The names of an account are shown to a verified user only (CTAP 2.1 §6.2.2).
      let user: CBORMap = isVerified ? stored.user : ["id": stored.user.text("id") ?? .bytes([])]
      let signature = P256Signature.der(fromRaw: try stored.key.sign(data + hash)) ?? []
      return [
        1: ["id": .bytes(stored.id), "type": "public-key"], 2: .bytes(data), 3: .bytes(signature),
        4: .map(user), 5: .unsigned(UInt64(usable.count)),
      ]
    }
    return queue.removeFirst()
  }

  private func clientPIN(_ members: CBORMap) throws -> CBORValue {
    switch members.number(2) {
    case 1: return [3: .unsigned(UInt64(content.settings.pinRetries))]
    case 2: return [1: .map(pinProtocol.publicKey)]
    case 5:
      guard case .map(let peer)? = members.number(3), case .bytes(let hash)? = members.number(6),
        let pin = content.settings.pin
      else { throw Refusal(status: 0x14) }
      guard content.settings.pinRetries > 0 else { throw Refusal(status: Status.pinBlocked) }
      guard let token = try pinProtocol.token(for: pin, hash, peer, context) else {
        content.settings.pinRetries -= 1
        throw Refusal(status: Status.pinInvalid)
      }
      content.settings.pinRetries = 8
      return [2: .bytes(token)]
    default: throw Refusal(status: 0x3e)
    }
  }

  private func authenticatorData(_ id: String, _ isVerified: Bool, _ attested: [UInt8] = []) -> [UInt8] {
    content.count += 1
    let flags: UInt8 = 1 | (isVerified ? 1 << 2 : 0) | (attested.isEmpty ? 0 : 1 << 6)
    let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) }
    return SHA256.hash(Array(id.utf8)) + [flags] + count + attested
  }

  private static func ids(_ list: CBORValue?) -> [[UInt8]] {
    guard case .array(let items)? = list else { return [] }
    return items.compactMap {
      guard case .map(let item) = $0, case .bytes(let id)? = item.text("id") else { return nil }
      return id
    }
  }
}

extension CBORMap {
  func number(_ key: Int64) -> CBORValue? { self[key] }
  func text(_ key: String) -> CBORValue? { self[key] }
}
