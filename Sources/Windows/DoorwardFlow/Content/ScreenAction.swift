/// The effect of a button, as a value. A renderer reports a step to its driver, with the texts of the fields, and performs the rest
/// itself.
public enum ScreenAction: Hashable, Sendable {
  /// A step of a sign-in: `SignInDriver.perform(_:with:)`.
  case signIn(SignInAction)
  /// A step of the account: `AccountDriver.perform(_:with:)`.
  case account(AccountAction)
  /// Copies a secret. Mark it as confidential, and as local to the device, if the platform can.
  case copy(String)
  /// Saves a text file at a place that the user chooses.
  case save(TextFile)
  /// Opens an address in the browser, or in the app that knows it.
  case open(String)
  /// Lets the user choose a photo, then calls `AccountDriver.setPhoto(_:)`.
  case choosePhoto(PhotoSource)
}

/// The place that a photo comes from.
public enum PhotoSource: String, Hashable, Sendable, CaseIterable {
  /// The user's photos.
  case library
  /// A new photo.
  case camera
  /// A file.
  case file
}

extension ScreenAction: CustomStringConvertible, CustomReflectable {
  public var description: String {
    switch self {
    case .signIn(let action): "signIn.\(action)"
    case .account(let action): "account.\(action)"
    case .copy: "copy"
    case .save(let file): "save(\(file.name))"
    case .open: "open"
    case .choosePhoto(let source): "choosePhoto(\(source))"
    }
  }
  // A dump must not show copied secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
