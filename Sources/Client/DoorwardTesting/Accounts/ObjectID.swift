import Encodings
import Foundation

/// Makes the id of a user, an identity or a session.
func newID() -> String { UUID().uuidString.lowercased() }

/// The 16 bytes of an id that ``newID()`` made.
func idBytes(_ id: String) -> [UInt8] {
  (try? Hex.decode(id.replacing("-", with: ""))) ?? Array(repeating: 0, count: 16)
}

/// The id of 16 bytes.
func id(of bytes: [UInt8]) -> String {
  [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }.joined(separator: "-")
}

func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }
