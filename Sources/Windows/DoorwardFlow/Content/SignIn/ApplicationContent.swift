internal import Doorward

/// The application in the views: its name, logo, texts and colors. Those of the app's configuration replace those of the server.
extension SignInDrawing {
  /// The name of the application; nil if the server does not say it.
  var applicationName: String? { configuration.brand?.name ?? choices.applicationName }

  var signInTitle: String {
    applicationName.map { texts("signIn.titleFor", ["name": $0]) } ?? texts("signIn.title")
  }

  /// The heading of the first view.
  var startTitle: String { ownText { $0.title(in: texts.language) } ?? signInTitle }

  /// The sentence below it; nil if the operator has chosen none.
  var welcome: String? { ownText { $0.text(in: texts.language) } }

  /// A text of the operator. It speaks of the application of the server, so it does not belong to another name.
  private func ownText(_ text: (SignInOffer.Appearance) -> String?) -> String? {
    guard configuration.brand == nil, let own = text(choices.appearance)?.trimmed, !own.isEmpty else {
      return nil
    }
    return own
  }

  func decorate(_ content: inout ScreenContent) {
    let own = configuration.screens[name]
    content.title = own?.title ?? content.title
    content.lead = own?.lead ?? content.lead
    content.colors = choices.colors
    guard own?.showsBrand ?? ["loading", "start", "unavailable"].contains(name) else { return }
    content.brand =
      configuration.brand
      ?? choices.applicationName.map { ScreenContent.Brand(name: $0, logo: choices.appearance.logoURL) }
  }
}
