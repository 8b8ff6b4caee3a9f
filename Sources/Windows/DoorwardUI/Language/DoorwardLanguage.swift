#if canImport(SwiftUI)
  internal import DoorwardFlow
  public import DoorwardTexts
  public import SwiftUI

  extension View {
    /// Fixes the language of Doorward's views inside.
    ///
    /// Without this, the sign-in and the account have the language that the application has fixed on the server. If it has fixed
    /// none, and in other views, it is the language that the user prefers on the device, if Doorward has it, and else English.
    ///
    /// - Parameter tag: A language tag, such as `de` or `pt-BR`. A tag without texts of its own chooses the nearest language:
    ///   `de-AT` German.
    /// - Returns: The view.
    public func doorwardLanguage(_ tag: String) -> some View {
      environment(\.doorwardTexts, Texts(Language.best(for: [tag])))
    }

    /// Replaces texts of Doorward's views inside.
    ///
    /// ```swift
    /// ContentView()
    ///   .doorwardTexts(Texts().replacing(["signIn.title": "Welcome to the club"]))
    /// ```
    public func doorwardTexts(_ texts: Texts) -> some View { environment(\.doorwardTexts, texts) }
  }

  extension EnvironmentValues {
    /// The texts of Doorward's views.
    public var doorwardTexts: Texts {
      get { chosenTexts ?? TextsKey.ofUser }
      set { chosenTexts = newValue }
    }

    /// The texts that the app has chosen; nil if the language of the application or of the user decides.
    var chosenTexts: Texts? {
      get { self[TextsKey.self] }
      set { self[TextsKey.self] = newValue }
    }
  }

  private struct TextsKey: EnvironmentKey {
    static let defaultValue: Texts? = nil
    static let ofUser = Texts()
  }

  extension Texts {
    /// The texts in the language of a content, which the application can have fixed.
    func inLanguage(of content: ScreenContent) -> Texts {
      content.language == language.tag ? self : Texts(.best(for: [content.language]))
    }
  }
#endif
