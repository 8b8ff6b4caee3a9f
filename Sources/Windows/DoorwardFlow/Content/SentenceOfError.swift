public import Doorward
public import DoorwardTexts

extension Texts {
  /// The sentence of Doorward's views for an error of the SDK, for the app's own screens. It never has the words of the server, which
  /// are English and for developers.
  ///
  /// ```swift
  /// catch { if !error.isCancellation { show(Texts().sentence(for: error)) } }
  /// ```
  ///
  /// - Parameter error: The error.
  /// - Returns: The sentence, in the language of the texts.
  public func sentence(for error: DoorwardError) -> String {
    sentence(for: error, unknown: "windows.error.unknown")
  }

  /// The sentence for an error of the SDK, with a sentence of the caller for unknown codes.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - unknown: The key of the sentence for a code that this version does not know, if the server has answered.
  /// - Returns: The sentence.
  package func sentence(for error: DoorwardError, unknown: String) -> String {
    if case .secondFactor = error.stepUp { return text("again.secondFactor") }
    let sentences = ErrorSentences(texts: ContentTexts(self))
    return sentences.ofAdvice(error.passwordAdvice.map(\.rawValue))
      ?? sentences.sentence(
        error.code.rawValue, section: nil, isFault: error.isRetryable, unknown: unknown)
  }
}
