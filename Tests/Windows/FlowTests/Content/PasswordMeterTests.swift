import Doorward
import DoorwardTesting
import DoorwardTexts
import Foundation
import Testing
import VectorFiles

@testable import DoorwardFlow

/// The bar of a new password.
struct PasswordMeterTests {
  private struct Run: Decodable, Sendable {
    struct Step: Decodable {
      struct Estimate: Decodable {
        var score: Int
      }
      var typed: String
      var before: Int
      var estimate: Estimate?
      var after: Int
    }
    var name: String
    var steps: [Step]
  }

  private static let choices = SignInChoices(
    passwordIdentifiers: [.email], minimumPasswordLength: 12, maximumPasswordLength: 256)

  /// The sign-up, with the field of the new password.
  private var signUp: ScreenContent {
    var flow = SignInFlow.started(Self.choices)
    _ = flow.perform(.createAccount(typed: "lovelace@example.com"))
    return SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
  }

  /// The tests of the page's scripts have the same table.
  @Test func scoreIsThatOfThePage() throws {
    let field = try #require(signUp.fields.first { $0.name == .newPassword })
    for run in try vectorCases("text/password_meter.json", as: Run.self) {
      var meter = PasswordMeter()
      for step in run.steps {
        meter.type(isEstimated: field.question(with: FieldTexts([.newPassword: step.typed])) != nil)
        #expect(meter.score == step.before && !meter.isFine && meter.advice == nil, "\(run.name)")
        if let estimate = step.estimate { meter.take(estimate.score, "") }
        #expect(meter.score == step.after && meter.isFine == (step.after >= 3), "\(run.name)")
      }
    }
  }

  @Test(
    arguments: [
      (PasswordStrength(score: 4), "Long enough, and hard to guess."),
      (PasswordStrength(score: 3), "Long enough, and hard to guess."),
      (
        PasswordStrength(score: 1, advice: [.sequence], refusal: .passwordTooGuessable),
        "Easy to guess: it contains a sequence, such as abc or 6543."
      ),
      (PasswordStrength(score: 2), "Easy to guess. Add more unrelated words."),
      (
        PasswordStrength(score: 2, refusal: .passwordTooGuessable), "Easy to guess. Add more unrelated words."
      ),
    ])
  func estimateHasASentence(_ strength: PasswordStrength, _ sentence: String) throws {
    let field = try #require(signUp.fields.first { $0.name == .newPassword })
    #expect(field.advice?.sentence(for: strength) == sentence)
  }

  @Test func refusalHasItsSentence() throws {
    let field = try #require(signUp.fields.first { $0.name == .newPassword })
    let sentence = field.advice?.sentence(for: PasswordStrength(score: 2, refusal: .passwordListed))
    #expect(sentence == Texts(.english).text("identifier.error.password_listed"))
  }

  /// The requests for an estimate.
  private actor Requests {
    private(set) var count = 0

    func note(_ request: DoorwardRequest) {
      if request.url.hasSuffix("/v1/password/strength") { count += 1 }
    }
  }

  /// Only the last text is asked for.
  @Test(.timeLimit(.minutes(1))) @MainActor func serverEstimatesAfterAPause() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["password"]))
    let requests = Requests()
    var configuration = server.configuration
    configuration.transport = DoorwardTransport {
      await requests.note($0)
      return try await server.transport.send($0)
    }
    let estimates = PasswordEstimates(Doorward(configuration), configuration.clock)
    let (changes, change) = AsyncStream<Void>.makeStream()
    estimates.onChange = { change.yield() }
    let screen = signUp
    for text in ["short", "eleven purple", "eleven purple boots", "eleven purple boots swim"] {
      estimates.type(FieldTexts([.address: "lovelace@example.com", .newPassword: text]), in: screen)
    }
    for await _ in changes where estimates.meter.advice != nil { break }
    #expect(estimates.meter.isFine && estimates.meter.advice == "Long enough, and hard to guess.")
    #expect(await requests.count == 1)
    // An empty field has no bar.
    estimates.type(FieldTexts(), in: screen)
    #expect(estimates.meter == PasswordMeter())
  }
}
