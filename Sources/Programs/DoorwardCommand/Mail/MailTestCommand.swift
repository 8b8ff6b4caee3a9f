import DoorwardCommandLine
import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardServer
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// Sends one mail through the configured server.
enum MailTestCommand: Command {
  static let words = ["mail", "test"]
  static let summary = "send a test mail through the configured server and print its answer"
  static let synopsis = "ADDRESS"
  static let options = ConfigurationOptions.all
  static let discussion = """
    Connects with the settings of the key mail, as the server does, and sends one mail at once, without the
    outbox and without another attempt. Exit status: 0 the mail server has accepted the mail, 1 it has not.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let address: EmailAddress
    do {
      address = try EmailAddress(arguments.operands[0])
    } catch {
      throw UsageError(message: error.reason)
    }
    let configuration = try await InstallationInspection(try ConfigurationOptions.configuration(arguments))
      .configurationInForce()
    guard let mail = configuration.delivery.mail else {
      Output.fail("no mail server is configured: set mail.host and mail.from")
      return .refused
    }
    let application = try await InstallationInspection(configuration).applications().standard
    let sender = try mail.sender { _ in application.name }
    let now = WallClock.system.now
    let outcome = await sender.send(
      content(application.name, mail.server.host), id: try QueuedMessage.ID(at: now, random: .system),
      date: now, application: application.id, to: address)
    return report(outcome)
  }

  private static func content(_ name: String, _ host: String) -> MailContent {
    let text = "This is a test of the mail settings of \(name). The mail server \(host) has accepted it."
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return MailContent(
      subject: "Test of the mail settings of \(name)", text: text + "\n",
      html: "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><p>\(escaped)</p></html>\n",
      language: "en")
  }

  private static func report(_ outcome: SendingOutcome) -> ExitStatus {
    switch outcome {
    case .accepted(let note):
      Output.line("accepted: \(note.detail)")
      return .done
    case .refused(let note), .postponed(let note), .misconfigured(let note):
      let remedy = DeliveryRemedy.text(.email, note.code).map { "; \($0)" } ?? ""
      Output.fail("the mail was not sent (\(note.code)): \(note.detail)\(remedy)")
      return .refused
    }
  }
}
