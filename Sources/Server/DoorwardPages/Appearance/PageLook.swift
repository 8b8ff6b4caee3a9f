import DoorwardColors
import DoorwardHTTP
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The icon, the colors and the foot of a page: those of an application, or the page's own.
package struct PageLook: Sendable, Equatable {
  /// The page's own look.
  static let standard = PageLook(icon: WebFiles.icon_svg.address, stylesheet: nil, namesDoorward: true)

  /// The address of the icon, which is also the logo.
  let icon: String
  /// The address of the style sheet with the colors of the application; nil for the page's own colors.
  let stylesheet: String?
  /// Whether the foot of the page says that it is powered by Doorward.
  private(set) var namesDoorward: Bool

  private init(icon: String, stylesheet: String?, namesDoorward: Bool) {
    self.icon = icon
    self.stylesheet = stylesheet
    self.namesDoorward = namesDoorward
  }

  /// The look of the first application that has one, else the page's own. The foot names Doorward if all applications say so.
  package static func first(of applications: [Application?]) -> PageLook {
    let applications = applications.compactMap(\.self)
    var look = applications.first { !$0.appearance.isPlain }.map(PageLook.init(of:)) ?? .standard
    look.namesDoorward = applications.allSatisfy(\.appearance.namesDoorward)
    return look
  }

  /// The look of an application.
  package init(of application: Application) {
    let files = AppearanceFiles(application)
    self.init(
      icon: files.logo?.address ?? Self.standard.icon, stylesheet: files.stylesheet?.address,
      namesDoorward: application.appearance.namesDoorward)
  }
}

/// The files that a page with the look of an application loads.
package struct AppearanceFiles: Sendable {
  /// A file. Its address has a version of its content, so that browsers can cache it without limit.
  struct File: Sendable {
    let address: String
    let contentType: String
    let body: [UInt8]
  }

  private let application: Application

  package init(_ application: Application) { self.application = application }

  /// The style sheet with the colors; nil if the application has none.
  var stylesheet: File? {
    application.appearance.color.map { color in
      let text = [UInt8](AppearanceStyle.text(of: color).utf8)
      return file(
        PagePath.applicationStyle, version: ContentVersion.of(text), contentType: "text/css; charset=utf-8",
        body: text)
    }
  }

  /// The logo of the application.
  var logo: File? {
    application.appearance.logo.map {
      file(PagePath.applicationLogo, version: $0.version, contentType: $0.type.rawValue, body: $0.bytes)
    }
  }

  /// The path and query of the logo; nil if the application has none.
  package var logoAddress: String? { logo?.address }

  private func file(_ path: String, version: String, contentType: String, body: [UInt8]) -> File {
    File(
      address: "\(path.replacing("{id}", with: application.id))?v=\(version)", contentType: contentType,
      body: body)
  }
}

/// The style sheet that gives the page the color of an application. The names are those of `Web/style.css`.
enum AppearanceStyle {
  // The colors of `Web/style.css` that the accent must contrast with.
  static let paper = "#f6f4ef"
  static let darkPaper = "#121413"
  static let darkCard = "#1b1e1d"

  static func text(of color: AccentColor) -> String {
    guard let paper = AccentColor(paper), let darkPaper = AccentColor(darkPaper),
      let card = AccentColor(darkCard)
    else { return "" }
    return """
      :root { \(declarations(color.lightPalette(on: paper))) }
      @media (prefers-color-scheme: dark) { :root { \(declarations(color.darkPalette(on: darkPaper, card))) } }

      """
  }

  private static func declarations(_ palette: AccentColor.Palette) -> String {
    let colors = [
      ("accent", palette.accent), ("accent-ink", palette.ink), ("accent-soft", palette.soft),
      ("glow", palette.glow),
    ]
    return colors.map { "--\($0): \($1.text);" }.joined(separator: " ")
  }
}
