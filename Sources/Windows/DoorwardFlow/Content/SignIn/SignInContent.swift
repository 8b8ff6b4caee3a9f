public import DoorwardTexts
public import Foundation

/// The content of the sign-in views: what each state of a ``SignInFlow`` shows, in one language.
///
/// ```swift
/// let content = SignInContent()
/// let screen = content.screen(of: driver.flow, at: driver.now)
/// ```
public struct SignInContent: Sendable {
  private let texts: ContentTexts
  /// Whether a language that the application has fixed replaces that of the texts.
  private let followsApplication: Bool
  /// The parts that the app chooses.
  public var configuration: SignInConfiguration

  /// Makes the content.
  ///
  /// - Parameters:
  ///   - texts: The texts of a language; nil for that of the application if the server fixes one, or else that of the user.
  ///   - configuration: The parts that the app chooses.
  public init(_ texts: Texts? = nil, configuration: SignInConfiguration = .default) {
    self.init(ContentTexts(texts ?? Texts()), configuration, followsApplication: texts == nil)
  }

  init(
    _ texts: ContentTexts, _ configuration: SignInConfiguration = .default, followsApplication: Bool = false
  ) {
    self.texts = texts
    self.configuration = configuration
    self.followsApplication = followsApplication
  }

  /// The texts for an application.
  func texts(for choices: SignInChoices?) -> ContentTexts {
    guard followsApplication, let language = choices?.language.flatMap(Language.init(tag:)) else {
      return texts
    }
    return language.tag == texts.language ? texts : ContentTexts(Texts(language), zone: texts.zone)
  }

  /// The content of the present view.
  ///
  /// - Parameters:
  ///   - flow: The sign-in.
  ///   - now: The time, for the texts with a remaining time. It is that of the server, as the times of the flow are.
  /// - Returns: The controls and texts. Ask again when the flow changes, and at ``ScreenContent/changesAt``.
  public func screen(of flow: SignInFlow, at now: Date) -> ScreenContent {
    SignInDrawing(flow: flow, texts: texts(for: flow.choices), configuration: configuration, now: now).content
  }
}
