import DoorwardHTTP
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// The icon and the colors of a page: those of an application, or the page's own.
package struct PageLook: Sendable, Equatable {
  /// The page's own look.
  static let standard = PageLook(icon: WebFiles.icon_svg.address, stylesheet: nil)

  /// The address of the icon, which is also the logo.
  let icon: String
  /// The address of the style sheet with the colors of the application; nil for the page's own colors.
  let stylesheet: String?

  private init(icon: String, stylesheet: String?) {
    self.icon = icon
    self.stylesheet = stylesheet
  }

  /// The look of an application.
  package init(of application: Application) {
    let files = AppearanceFiles(application)
    self.init(icon: files.logo?.address ?? Self.standard.icon, stylesheet: files.stylesheet?.address)
  }
}

/// The files that a page with the look of an application loads.
package struct AppearanceFiles: Sendable {
  /// A file. Its address has a hash of its content, so that browsers can cache it without limit.
  struct File: Sendable {
    let address: String
    let contentType: String
    let body: [UInt8]

    init(_ path: String, _ contentType: String, _ body: [UInt8]) {
      address = "\(path)?v=\(Base64URL.encode(Array(SHA256.hash(body).prefix(9))))"
      self.contentType = contentType
      self.body = body
    }
  }

  let stylesheet: File?
  /// The logo of the application.
  let logo: File?

  package init(_ application: Application) {
    let path = { (pattern: String) in pattern.replacing("{id}", with: application.id) }
    stylesheet = application.appearance.color.map {
      File(
        path(PagePath.applicationStyle), "text/css; charset=utf-8", [UInt8](AppearanceStyle.text(of: $0).utf8)
      )
    }
    logo = application.appearance.logo.map {
      File(path(PagePath.applicationLogo), $0.type.rawValue, $0.bytes)
    }
  }

  /// The path and query of the logo; nil if the application has none.
  package var logoAddress: String? { logo?.address }
}
