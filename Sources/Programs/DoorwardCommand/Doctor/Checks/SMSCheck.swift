import DoorwardServer
import DoorwardSessions
import Encodings

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
        Self.name, reason ?? "\(error)", "correct the key or the file; docs/delivery.md lists the keys")
    }
    let countries = sms.countries.keys.sorted().joined(separator: ", ")
    let text = "\(sms.provider.rawValue), to \(countries), for \(sms.dailyLimit) a day at most"
    guard let price = sms.countries.values.max(), price <= sms.dailyLimit else {
      return .warning(
        Self.name, text, "the limit is less than the price of an SMS, so some are refused (sms.daily_limit)")
    }
    return .ok(Self.name, text)
  }
}
