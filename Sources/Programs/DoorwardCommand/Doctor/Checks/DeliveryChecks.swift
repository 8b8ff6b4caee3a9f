import DoorwardCurl
import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardServer
import DoorwardSessions
import DoorwardStore

/// Checks that the mail server can be reached, has a valid certificate and accepts the credentials. Sends no mail.
struct MailCheck {
  private static let name = "mail"

  let configuration: ServerConfiguration

  func run() async -> Finding {
    let delivery = configuration.delivery
    if delivery.isConsole { return .ok(Self.name, "printed on the console, with codes") }
    guard let mail = delivery.mail else { return .ok(Self.name, "not configured: the server sends no mail") }
    let sender: MailSender
    do {
      sender = try mail.sender(timeLimit: ProbeClient.timeout) { $0 }
    } catch {
      return .problem(Self.name, error.description, "correct the file; docs/delivery.md lists the keys")
    }
    let server = mail.server
    let place = "\(server.host):\(server.port) (\(server.security.rawValue))"
    switch await sender.check() {
    case .accepted: return .ok(Self.name, "\(place) answers, mail comes from \(mail.from.address)")
    case .refused(let note), .misconfigured(let note):
      return .problem(Self.name, "\(place): \(note.detail)", Self.remedy(note.code))
    case .postponed(let note):
      let (detail, remedy) = ("\(place): \(note.detail)", Self.remedy(note.code))
      return configuration.isDevelopment
        ? .warning(Self.name, detail, remedy) : .problem(Self.name, detail, remedy)
    }
  }

  private static func remedy(_ code: String) -> String {
    DeliveryRemedy.text(.email, code) ?? "try again later, or ask the operator of mail.host"
  }
}
