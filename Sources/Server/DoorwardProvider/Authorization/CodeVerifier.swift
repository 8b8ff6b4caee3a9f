package import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The secret behind a code challenge: 43 to 128 unreserved characters (RFC 7636 §4.1).
///
/// An attacker could guess a shorter verifier from its challenge, which is in a URL.
package struct CodeVerifier: Sendable {
  package let text: String

  /// - Throws: ``Problem`` 400 `invalid_request`. The code stays unspent.
  package init(_ text: String) throws(Problem) {
    guard (43...128).contains(text.utf8.count), text.utf8.allSatisfy(Self.isUnreserved) else {
      throw .invalidRequest(
        "code_verifier must be 43 to 128 letters, digits or characters of - . _ ~ (RFC 7636).")
    }
    self.text = text
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
