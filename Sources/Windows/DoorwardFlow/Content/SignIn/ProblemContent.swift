internal import Doorward
internal import DoorwardWire

/// The sentence of the problem, and the field that it belongs to.
extension SignInDrawing {
  func explain(_ content: inout ScreenContent) {
    guard let problem = flow.problem else { return }
    let wait = remaining(problem.waitsUntil).map {
      texts("problem.retryIn", ["duration": texts.duration($0)])
    }
    let names = Set(content.fields.map(\.name))
    let retry = control("retry", texts("action.tryAgain"), action: .retry, role: .secondary)
    let hasRetry = content.buttons.contains { $0.action == .signIn(.retry) }
    content.problem = ScreenContent.Problem(
      id: id("problem"),
      text: ErrorSentences(texts: texts).complete(sentence(of: problem), wait: wait, trace: problem.trace),
      field: wait == nil ? problem.field(among: names) : nil,
      retry: retry.isEnabled && !hasRetry ? retry : nil)
  }

  private func sentence(of problem: SignInProblem) -> String {
    let codes = ErrorSentences(texts: texts)
    if let reason = codes.ofAdvice(problem.advice) { return reason }
    if let method = problem.method {
      return codes.ofProof(method, problem.code, isFault: problem.isFault)
    }
    return switch flow.screen {
    case .code where problem.remedy == .anotherChallenge: codes.ofSentCode(problem.code)
    case .secondFactor(let step) where step.sent?.isExpired == true: codes.ofSentCode(problem.code)
    case .password(let identifier) where problem.code == "invalid_credentials":
      // The password was wrong, or the identifier: the server does not say which.
      switch IdentifierKind.guess(identifier, among: choices.identifiers) {
      case .phoneNumber: texts("identifier.wrongPhone")
      case .username: texts("identifier.wrongUserName")
      case .email, nil: texts("identifier.error.invalid_credentials")
      }
    case .start, .signUp, .password, .code:
      codes.sentence(problem.code, section: "identifier", isFault: problem.isFault)
    case .secondFactor(let step): codes.ofFactor(step.chosen, problem.code, isFault: problem.isFault)
    case .newFactor: codes.ofNewFactor(problem.code, isFault: problem.isFault)
    default: codes.sentence(problem.code, section: "secondFactor", isFault: problem.isFault)
    }
  }
}

extension SignInProblem {
  /// Whether the server could not answer.
  var isFault: Bool { remedy == .retry }

  /// The field that the problem belongs to; nil if it is none of these.
  func field(among names: Set<FieldName>) -> FieldName? {
    let candidates: [FieldName] =
      switch code {
      case "invalid_credentials", "missing_password": [.password]
      case "invalid_code": [.code]
      case _ where code.hasPrefix("password_") && code != "password_hashing_busy": [.newPassword, .password]
      case _ where code.hasPrefix("username_"): [.username, .identifier]
      case "identifier_empty", "identifier_too_long", "identifier_not_offered", "channel_not_offered":
        [.identifier, .address, .username]
      case _ where code.hasPrefix("email_") || code.hasPrefix("phone_number_"): [.identifier, .address]
      case "invitation_required", "missing_address": [.address, .identifier]
      default: UserClient.Field.allCases.filter { $0.text.code == code }.map(FieldName.profile)
      }
    return candidates.first(where: names.contains)
  }
}
