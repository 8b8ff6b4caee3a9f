import DoorwardHTTP
import DoorwardStore

/// A URI that an authorization response may be sent to, as the operator listed it.
///
/// The URI of a client is compared byte by byte (RFC 9700 §2.1), without prefix matching, decoding or case folding.
/// The only exception is the port of a loopback address, because an app learns its port when it starts to listen (RFC
/// 8252 §7.3).
package struct RedirectURI: Sendable, Hashable {
  /// The receiver of a response that is sent to the URI.
  package enum Destination: Sendable {
    /// A web site, over TLS.
    case web
    /// A program that listens on the loopback interface.
    case loopback
    /// The app that registered the scheme (RFC 8252 §7.1).
    case app
  }

  package static let maximumLength = 2048

  package let text: String
  package let destination: Destination

  /// The reason why a URI cannot be listed.
  package struct Flaw: Error {
    package let reason: String
  }

  package init(_ text: String) throws(Flaw) {
    guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy(Self.isURIUnit) else {
      throw Flaw(reason: "must be a URI without a fragment, of up to \(Self.maximumLength) characters")
    }
    guard let colon = text.firstIndex(of: ":") else { throw Flaw(reason: "has no scheme") }
    let scheme = text[..<colon]
    switch scheme {
    case "https", "http":
      guard let origin = WebOrigin(prefixOf: text) else {
        throw Flaw(reason: "must have a host, and no user")
      }
      guard scheme == "https" || origin.isLoopback else {
        throw Flaw(reason: "must be https: others could read a code over plain http")
      }
      destination = origin.isLoopback ? .loopback : .web
    default:
      // Only a scheme that is a reversed domain name has an owner (RFC 8252 §7.1).
      guard scheme.contains("."), !scheme.hasPrefix("."), !scheme.hasSuffix("."),
        scheme.utf8.first.map(Self.isLetter) == true, scheme.utf8.allSatisfy(Self.isSchemeUnit),
        text[colon...].hasPrefix(":/")
      else {
        throw Flaw(
          reason: "must be https, http on this machine, or an app's own scheme that is a reversed domain")
      }
      destination = .app
    }
    self.text = text
  }

  /// Whether a response may be sent to `presented`.
  ///
  /// The comparison uses bytes because Swift's text comparison treats the Kelvin sign as the letter K.
  package func admits(_ presented: String) -> Bool {
    if presented.utf8.elementsEqual(text.utf8) { return true }
    for literal in ["http://127.0.0.1", "http://[::1]"] {
      if let listed = Self.path(of: text, after: literal),
        let asked = Self.path(of: presented, after: literal)
      {
        return listed.elementsEqual(asked)
      }
    }
    return false
  }

  /// The part of the URI after the host and the port, if there is a port.
  private static func path(of uri: String, after literal: String) -> Substring.UTF8View? {
    guard uri.utf8.starts(with: literal.utf8) else { return nil }
    let rest = uri.utf8.dropFirst(literal.utf8.count)
    guard rest.first == UInt8(ascii: ":") else {
      return rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?")
        ? Substring(rest).utf8 : nil
    }
    let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"), UInt16(Substring(digits)) != nil
    else { return nil }
    return Substring(rest.dropFirst(1 + digits.count)).utf8
  }

  private static func isLetter(_ unit: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit)
  }

  private static func isSchemeUnit(_ unit: UInt8) -> Bool {
    isLetter(unit) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
      || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+")].contains(unit)
  }

  /// The characters of RFC 3986 §2 except the number sign. Backslashes, spaces and control characters are excluded.
  private static func isURIUnit(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/?[]@!$&'()*+,;=%".utf8.contains(unit)
    }
  }
}

extension RedirectURI: CustomStringConvertible {
  package var description: String { text }
}

extension ConfigurationReader {
  /// Reads a list of redirect URIs.
  package mutating func redirectURIs(_ name: String) -> [RedirectURI]? {
    guard let texts = strings(name) else { return nil }
    var uris: [RedirectURI] = []
    for text in texts {
      do {
        uris.append(try RedirectURI(text))
      } catch {
        refuse(name, "\"\(text)\" \(error.reason)")
      }
    }
    return uris
  }
}
