package import DoorwardColors
import Encodings

/// The look of an application's mails: the color of buttons, and the logo.
package struct MailLook: Sendable, Equatable {
  /// The look of an application that has none.
  package static let standard = MailLook(color: nil, logo: nil)

  /// The color of the page's own buttons, as in `Web/style.css`.
  private static let ownColor = AccentColor(red: 0x1d / 255, green: 0x5c / 255, blue: 0x4b / 255)
  package static let paper = AccentColor(red: 1, green: 1, blue: 1)
  package static let darkPaper = AccentColor(red: 0x16 / 255, green: 0x18 / 255, blue: 0x1d / 255)
  static let darkCard = AccentColor(red: 0x26 / 255, green: 0x2a / 255, blue: 0x31 / 255)

  /// The colors of a mail on a light screen.
  package let light: AccentColor.Palette
  /// The colors of a mail on a dark screen.
  package let dark: AccentColor.Palette
  let logo: MailLogo?

  /// Makes a look.
  ///
  /// - Parameters:
  ///   - color: the color of the application; nil for the server's own. It is made darker or lighter until texts are readable.
  ///   - logo: the logo; nil for none.
  package init(color: AccentColor?, logo: MailLogo?) {
    let color = color ?? Self.ownColor
    light = color.lightPalette(on: Self.paper)
    dark = color.darkPalette(on: Self.darkPaper, Self.darkCard)
    self.logo = logo
  }

  /// The places of the look in the HTML of ``MailLayout``.
  package enum Place: String, CaseIterable, Sendable {
    case accent = "((accent))"
    case ink = "((ink))"
    case soft = "((soft))"
    case darkAccent = "((dark accent))"
    case darkInk = "((dark ink))"
    case darkSoft = "((dark soft))"
    case logo = "((logo))"
  }

  /// A fixed text of a template in this look.
  ///
  /// - Parameter text: the text, with places.
  /// - Returns: the text without places.
  func filling(_ text: String) -> String {
    guard text.contains("((") else { return text }
    return Place.allCases.reduce(text) { $0.replacing($1.rawValue, with: value(of: $1)) }
  }

  private func value(of place: Place) -> String {
    switch place {
    case .accent: light.accent.text
    case .ink: light.ink.text
    case .soft: light.soft.text
    case .darkAccent: dark.accent.text
    case .darkInk: dark.ink.text
    case .darkSoft: dark.soft.text
    case .logo: logo?.element ?? ""
    }
  }
}

/// The logo of an application as a part of a mail.
///
/// A mail has the image itself. Mail programs do not show a `data:` URI, and an address would report to its host that the
/// mail was read.
package struct MailLogo: Sendable, Equatable {
  /// The media types that mail programs show.
  package enum MediaType: String, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"

    /// The extension of a file.
    var fileExtension: String { self == .png ? "png" : "jpg" }
  }

  let type: MediaType
  let bytes: [UInt8]
  /// The identifier of the part (RFC 2392), which differs for each image.
  package let contentID: String

  /// Makes a logo.
  ///
  /// - Parameters:
  ///   - type: the media type.
  ///   - bytes: the image.
  package init(_ type: MediaType, _ bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
    contentID = "logo.\(Hex.encode(Array(SHA256.hash(bytes).prefix(8))))@doorward.invalid"
  }

  /// The address of the part within the mail.
  package var address: String { "cid:\(contentID)" }

  /// The image as a `data:` URI, for a browser.
  package var uri: String { "data:\(type.rawValue);base64,\(Base64.encode(bytes))" }

  /// The image in the HTML of a mail. It says nothing that the text does not say.
  fileprivate var element: String {
    "<img src=\"\(address)\" alt=\"\" height=\"40\" style=\"display:block;height:40px;width:auto;max-width:200px;"
      + "margin:0 0 20px;border:0\">"
  }
}
