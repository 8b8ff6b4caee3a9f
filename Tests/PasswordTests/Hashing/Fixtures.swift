import DoorwardPasswords
import Testing

/// The pepper whose key consists of this byte.
func pepper(_ byte: UInt8) throws -> Pepper { try Pepper(key: [UInt8](repeating: byte, count: 32)) }

/// A hasher with the lowest cost that is allowed.
func fastHasher(_ current: UInt8 = 1, previous: [UInt8] = []) throws -> PasswordHasher {
  PasswordHasher(peppers: try PepperRing(current: pepper(current), previous: previous.map(pepper)))
}

/// A password as a user enters it.
func entered(_ text: String) throws -> EnteredPassword { try #require(EnteredPassword(text)) }
