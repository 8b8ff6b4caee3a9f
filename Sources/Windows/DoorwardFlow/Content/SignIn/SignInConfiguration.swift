/// The parts of the sign-in views that an app can choose.
public struct SignInConfiguration: Hashable, Sendable {
  /// The texts of one view.
  public struct Screen: Hashable, Sendable {
    /// The heading; nil for the default.
    public var title: String?
    /// The sentence below the heading; nil for the default.
    public var lead: String?
    /// Whether the view shows the name and logo of the application; nil for the default: the first view does.
    public var showsBrand: Bool?

    /// Describes a view.
    public init(title: String? = nil, lead: String? = nil, showsBrand: Bool? = nil) {
      self.title = title
      self.lead = lead
      self.showsBrand = showsBrand
    }
  }

  /// The name and logo of the application; nil for the name, the logo and the texts of the application on the server.
  public var brand: ScreenContent.Brand?
  /// Whether the first view links to the terms and the privacy notice of the application.
  public var showsTerms: Bool
  /// The views that have texts of their own, by ``ScreenContent/name``. The app translates these texts itself.
  public var screens: [String: Screen]

  /// Makes a configuration.
  public init(
    brand: ScreenContent.Brand? = nil, showsTerms: Bool = true, screens: [String: Screen] = [:]
  ) {
    self.brand = brand
    self.showsTerms = showsTerms
    self.screens = screens
  }

  /// The texts of Doorward, with the name and the look of the application on the server.
  public static let `default` = SignInConfiguration()
}
