package import DoorwardDelivery
package import DoorwardSessions

extension MailLook {
  /// The look of the first application that has one, else the server's own.
  ///
  /// - Parameter applications: the application that sends the mail, and the application of the page.
  package init(firstOf applications: [Application?]) {
    let look = applications.compactMap { $0?.appearance }.first { !$0.isPlain } ?? Appearance()
    self.init(color: look.color, logo: look.logo.flatMap(MailLogo.init(of:)))
  }
}

extension MailLogo {
  /// A logo of a type that mail programs show; nil for SVG and WebP.
  fileprivate init?(of logo: LogoImage) {
    guard let type = MediaType(rawValue: logo.type.rawValue) else { return nil }
    self.init(type, logo.bytes)
  }
}
