internal import Encodings

/// The `otpauth://` URI that an authenticator scans
/// (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
package enum AuthenticatorURI {
  /// Makes the URI.
  ///
  /// Issuer and account are names for display. Control characters, marks of direction and other invisible characters are
  /// left out, colons become spaces, because a colon separates the two, and long names are cut.
  ///
  /// - Parameters:
  ///   - secret: the user's secret in base32. The URI contains it.
  ///   - issuer: the name of the application.
  ///   - account: the name of the user: an email address, a phone number or a user name.
  ///   - algorithm: the hash of the codes.
  ///   - digits: the number of digits of a code.
  ///   - period: the seconds of a time step.
  /// - Returns: the URI in ASCII, at most 900 bytes with a new secret.
  package static func text(
    secret: String, issuer: String, account: String, algorithm: String = "SHA1",
    digits: Int = OneTimeCode.length, period: Int = TimeSteps.standard.period
  ) -> String {
    let issuer = PercentEncoding.encode(name(issuer, maximumBytes: 64))
    let account = PercentEncoding.encode(name(account, maximumBytes: 128))
    let label = [issuer, account].filter { !$0.isEmpty }.joined(separator: ":")
    var query = "secret=\(secret)"
    if !issuer.isEmpty { query += "&issuer=\(issuer)" }
    query += "&algorithm=\(algorithm)&digits=\(digits)&period=\(period)"
    return "otpauth://totp/\(label)?\(query)"
  }

  private static func name(_ text: String, maximumBytes: Int) -> String {
    var name = String.UnicodeScalarView()
    var bytes = 0
    var isSpacePending = false
    for scalar in text.unicodeScalars {
      if scalar == ":" || scalar.properties.isWhitespace {
        isSpacePending = !name.isEmpty
        continue
      }
      guard isVisible(scalar) else { continue }
      bytes += UTF8.width(scalar) + (isSpacePending ? 1 : 0)
      if bytes > maximumBytes { break }
      if isSpacePending { name.append(" ") }
      isSpacePending = false
      name.append(scalar)
    }
    return String(name)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
