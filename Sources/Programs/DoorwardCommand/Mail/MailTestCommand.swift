import DoorwardAdministration
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
    let list = try await InstallationInspection(configuration).applications()
    let templates = try configuration.delivery.loadTemplates().inLooks { _ in
      MailLook(firstOf: [list.standard])
    }
    let tests = TestMessages(
      templates, senders: [.email: try mail.sender { _ in list.standard.name }], clock: .system,
      random: .system)
    return TestReport.write(
      try await tests.send(
        to: .email(address), from: list.standard, language: configuration.delivery.language), of: "mail")
  }
}

/// Sends a mail or an SMS through the configured service, and records that.
enum AdminTestMessageCommand: Command {
  static let words = ["admin", "test-message"]
  static let summary = "send a test mail or SMS and print the answer of the mail server or SMS service"
  static let synopsis = "ADDRESS|NUMBER [OPTION…]"
  static let options =
    [
      CommandOption("language", value: "TAG", "the language of the message (default: delivery.language)"),
      CommandOption("application", value: "ID", "the application (default: the first)"),
    ] + ConfigurationOptions.all
  static let discussion = """
    Connects with the settings in force, as the server does, and sends one message at once, without the outbox
    and without another attempt. An SMS counts towards sms.daily_limit. Exit status: 0 the message was accepted,
    1 it was not.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let text = arguments.operands[0]
    let recipient: Recipient
    do {
      recipient = try Recipient(text.contains("@") ? .email : .sms, text)
    } catch {
      throw UsageError(message: error.reason)
    }
    let configuration = try ConfigurationOptions.configuration(arguments)
    return TestReport.write(
      try await Administration.using(configuration) {
        try await $0.testMessage(
          to: recipient, application: arguments["application"], language: arguments["language"])
      }, of: "message")
  }
}

/// The answer to a test on the terminal.
private enum TestReport {
  static func write(_ answer: MessageTestAnswer, of kind: EscapedText) -> ExitStatus {
    guard answer.isAccepted else {
      let remedy = answer.remedy.map { "; \($0)" } ?? ""
      Output.fail("the \(kind) was not sent (\(answer.code)): \(answer.detail)\(remedy)")
      return .refused
    }
    Output.line("accepted: \(answer.detail)")
    return .done
  }
}
