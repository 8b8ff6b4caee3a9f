public import Doorward
public import DoorwardTexts

/// A sentence about a failure, with and without the remaining time.
struct ProblemSentence {
  let text: String
  let announcement: String
}

/// The sentence for the code of an error. The words of the server are never shown: they are English, and for developers.
struct ErrorSentences {
  let texts: ContentTexts

  /// The sections of texts with sentences for the codes of sign-in methods and second factors. Wallets come before passkeys, with
  /// which they share a code.
  private static let sections =
    (SignInMethod.allCases.filter { $0 != .passkey } + [.passkey]).compactMap(\.traits.section)
    + ["secondFactor"]

  /// A sentence for a code.
  ///
  /// `section` is the section of texts that has sentences for the codes of the view; nil for the one that has a
  /// sentence. `isFault` says whether the server could not answer. `unknown` is the key of the sentence for a code that
  /// this version does not know, if the server has answered.
  ///
  /// - Returns: The sentence.
  func sentence(
    _ code: String, section: String?, isFault: Bool = false, unknown: String = "windows.error.unknown"
  ) -> String {
    // A sentence for windows replaces one that speaks of a page, a site or a browser.
    let ofMethods = Self.sections.map { "\($0).error.\(code)" }
    let keys = ["windows.error.\(code)"] + (section.map { ["\($0).error.\(code)"] } ?? []) + ["error.\(code)"]
    return (section == nil ? keys + ofMethods : keys).lazy.compactMap(texts.known).first
      ?? texts(isFault ? "windows.error.server" : unknown)
  }

  /// A sentence, the time to wait, and the number of the request for the developer of the app.
  func complete(_ sentence: String, wait: String?, trace: String?) -> ProblemSentence {
    let shown = trace.map {
      String($0.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(64))
    }.map { texts("windows.error.trace", ["trace": $0]) }
    return ProblemSentence(
      text: texts.sentences(texts.sentences(sentence, wait), shown),
      announcement: texts.sentences(sentence, shown))
  }

  /// The sentence for a password that is easy to guess; nil if there is no reason with a sentence.
  func ofAdvice(_ codes: [String]) -> String? {
    codes.lazy.compactMap { texts.known("identifier.advice.\($0)") }.first
  }

  /// The sentence for a code that cannot succeed any more.
  func ofSentCode(_ code: String) -> String {
    switch code {
    case "code_exhausted", "challenge_used": texts("identifier.error.\(code)")
    default: texts("identifier.expired")
    }
  }

  func ofFactor(_ factor: SecondFactorKind, _ code: String, isFault: Bool) -> String {
    switch (factor, code) {
    case (.authenticator, "invalid_code"): texts("secondFactor.codeWrong")
    case (.recoveryCode, "invalid_code"): texts("secondFactor.recoveryWrong")
    case (.sentCode, "invalid_code"): texts("identifier.error.invalid_code")
    case (.passkey, _): ofProof(.passkey, code, isFault: isFault)
    default: sentence(code, section: "secondFactor", isFault: isFault)
    }
  }

  /// The sentence for a proof that has failed.
  func ofProof(_ method: SignInMethod, _ code: String, isFault: Bool) -> String {
    let unknown =
      switch method.traits.kind {
      case .passkey: "windows.error.passkey"
      case .wallet: "windows.error.wallet"
      case .form, .browser: "windows.error.unknown"
      }
    return sentence(code, section: method.traits.section, isFault: isFault, unknown: unknown)
  }

  func ofNewFactor(_ code: String, isFault: Bool) -> String {
    code == "invalid_code"
      ? texts("secondFactor.addedWrong") : sentence(code, section: "secondFactor", isFault: isFault)
  }
}

extension Texts {
  /// The sentence of Doorward's views for an error of the SDK, for the app's own screens. It never has the words of the server, which
  /// are English and for developers.
  ///
  /// ```swift
  /// catch { if !error.isCancellation { show(Texts().sentence(for: error)) } }
  /// ```
  ///
  /// - Returns: The sentence, in the language of the texts.
  public func sentence(for error: DoorwardError) -> String {
    sentence(for: error, unknown: "windows.error.unknown")
  }

  /// The sentence for an error of the SDK, with a sentence of the caller for unknown codes.
  ///
  /// `unknown` is the key of the sentence for a code that this version does not know, if the server has answered.
  ///
  /// - Returns: The sentence.
  package func sentence(for error: DoorwardError, unknown: String) -> String {
    if case .secondFactor = error.stepUp { return text("again.secondFactor") }
    let sentences = ErrorSentences(texts: ContentTexts(self))
    return sentences.ofAdvice(error.passwordAdvice.map(\.rawValue))
      ?? sentences.sentence(
        error.code.rawValue, section: nil, isFault: error.isRetryable, unknown: unknown)
  }
}
