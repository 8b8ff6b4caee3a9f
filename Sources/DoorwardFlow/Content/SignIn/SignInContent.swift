public import DoorwardTexts
public import Foundation

/// The content of the sign-in views: what each state of a ``SignInFlow`` shows, in one language.
///
/// ```swift
/// let content = SignInContent()
/// let screen = content.screen(of: driver.flow, at: driver.now)
/// ```
public struct SignInContent: Sendable {
  let texts: ContentTexts
  /// The parts that the app chooses.
  public var configuration: SignInConfiguration

  /// Makes the content in a language.
  ///
  /// - Parameters:
  ///   - texts: The texts of the language, by default those of the user's language.
  ///   - configuration: The parts that the app chooses.
  public init(_ texts: Texts = Texts(), configuration: SignInConfiguration = .default) {
    self.init(ContentTexts(texts), configuration)
  }

  init(_ texts: ContentTexts, _ configuration: SignInConfiguration = .default) {
    self.texts = texts
    self.configuration = configuration
  }

  /// The content of the present view.
  ///
  /// - Parameters:
  ///   - flow: The sign-in.
  ///   - now: The time, for the texts with a remaining time. It is that of the server, as the times of the flow are.
  /// - Returns: The controls and texts. Ask again when the flow changes, and at ``ScreenContent/changesAt``.
  public func screen(of flow: SignInFlow, at now: Date) -> ScreenContent {
    SignInDrawing(flow: flow, texts: texts, configuration: configuration, now: now).content
  }
}
