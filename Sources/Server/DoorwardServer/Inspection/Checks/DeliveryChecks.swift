import DoorwardAdministration
import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardSessions
import DoorwardStore
import Encodings

/// Checks that the mail server can be reached, has a valid certificate and accepts the credentials. Sends no mail.
struct MailCheck {
  private static let name = "mail"
  private static let timeLimit = Duration.seconds(5)

  let configuration: ServerConfiguration

  func run() async -> Finding {
    let delivery = configuration.delivery
    if delivery.isConsole { return .ok(Self.name, "printed on the console, with codes") }
    guard let mail = delivery.mail else { return .ok(Self.name, "not configured: the server sends no mail") }
    let sender: MailSender
    do {
      sender = try mail.sender(timeLimit: Self.timeLimit) { $0 }
    } catch {
      return .problem(
        Self.name, error.description, remedy: "correct the file; docs/delivery.md lists the keys")
    }
    let server = mail.server
    let place = "\(server.host):\(server.port) (\(server.security.rawValue))"
    switch await sender.check() {
    case .accepted: return .ok(Self.name, "\(place) answers, mail comes from \(mail.from.address)")
    case .refused(let note), .misconfigured(let note):
      return .problem(Self.name, "\(place): \(note.detail)", remedy: Self.remedy(note.code))
    case .postponed(let note):
      let (detail, remedy) = ("\(place): \(note.detail)", Self.remedy(note.code))
      return configuration.isDevelopment
        ? .warning(Self.name, detail, remedy: remedy) : .problem(Self.name, detail, remedy: remedy)
    }
  }

  private static func remedy(_ code: String) -> String {
    DeliveryRemedy.text(.email, code) ?? "try again later, or ask the operator of mail.host"
  }
}

/// Checks the settings of the SMS service. Sends no SMS, because it would cost money.
struct SMSCheck {
  private static let name = "SMS"

  let configuration: ServerConfiguration

  func run() -> Finding {
    let delivery = configuration.delivery
    if delivery.isConsole { return .ok(Self.name, "printed on the console, with codes") }
    guard let sms = delivery.sms else { return .ok(Self.name, "not configured: the server sends no SMS") }
    do {
      try sms.check()
    } catch {
      let reason = (error as? ConfigurationError)?.description ?? (error as? any CodedError)?.reason
      return .problem(
        Self.name, reason ?? "\(error)",
        remedy: "correct the key or the file; docs/delivery.md lists the keys")
    }
    let countries = sms.countries.keys.sorted().joined(separator: ", ")
    let text = "\(sms.provider.rawValue), to \(countries), for \(sms.dailyLimit) a day at most"
    guard let price = sms.countries.values.max(), price <= sms.dailyLimit else {
      return .warning(
        Self.name, text,
        remedy: "the limit is less than the price of an SMS, so some are refused (sms.daily_limit)")
    }
    return .ok(Self.name, text)
  }
}

/// Checks that the operator's templates can be read.
struct TemplateCheck {
  private static let name = "templates"

  let configuration: ServerConfiguration

  func run() -> Finding {
    do {
      _ = try configuration.delivery.loadTemplates()
    } catch {
      return .problem(
        Self.name, error.reason, remedy: "correct the template; doorward mail preview shows the messages")
    }
    return .ok(Self.name, configuration.delivery.templates ?? "the templates of the server")
  }
}
