package import DoorwardSessions

/// The values that the default settings of an application's methods are derived from.
package struct OfferContext: Sendable {
  /// The origins of the server itself, the account origin first. In development they include the other names of this
  /// machine, because users type each of them.
  package let origins: [WebOrigin]
  /// The application's name, then shorter names with fewer kinds of characters: a method may not be able to show each
  /// name.
  package let names: [String]
  /// The server's settings of the methods.
  package let settings: MethodSettings

  package init(origins: [WebOrigin], names: [String], settings: MethodSettings) {
    self.origins = origins
    self.names = names
    self.settings = settings
  }
}
