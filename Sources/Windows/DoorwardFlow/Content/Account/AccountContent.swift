package import Doorward
public import Foundation

/// The content of the account window: what each state of an ``AccountFlow`` shows, in one language.
public struct AccountContent: Sendable {
  let signIn: SignInContent
  /// The places that the app can take a photo from; empty if it does not offer photos.
  public var photoSources: [PhotoSource]
  /// The languages that a user can choose, by their tags; empty if the window does not offer that.
  public var languages: [String]
  /// The texts of the profile that a user can change.
  package var profileFields = UserClient.Field.allCases

  /// Makes the content in the language of the sign-in views, which the window shows to confirm the user.
  ///
  /// - Parameters:
  ///   - signIn: The content of the sign-in views.
  ///   - photoSources: The places that the app can take a photo from.
  ///   - languages: The languages that a user can choose, by their tags.
  public init(
    _ signIn: SignInContent = SignInContent(), photoSources: [PhotoSource] = [], languages: [String] = []
  ) {
    self.signIn = signIn
    self.photoSources = photoSources
    self.languages = languages
  }

  /// The content of the window.
  ///
  /// - Parameters:
  ///   - state: The account.
  ///   - now: The time of the server.
  /// - Returns: The page and the open dialog. Ask again when a flow changes, and at ``ScreenContent/changesAt``.
  public func window(of state: AccountState, at now: Date) -> WindowContent {
    let drawing = AccountDrawing(
      flow: state.flow, content: self, texts: signIn.texts(for: state.flow.offer?.choices), now: now)
    if state.flow.dialog?.confirmation != nil, let confirmation = state.confirmation {
      return WindowContent(
        page: drawing.page, dialog: .init(style: .form, content: signIn.screen(of: confirmation, at: now)))
    }
    return WindowContent(page: drawing.page, dialog: drawing.dialog)
  }
}
