import DoorwardCurl
import DoorwardDelivery
package import DoorwardStore

/// The settings that the operator corrects so that messages are sent, by the code of the failure.
package enum DeliveryRemedy {
  /// A sentence that names the keys; nil if the failure concerns one message, or passes by itself.
  package static func text(_ channel: DeliveryChannel, _ code: String) -> String? {
    switch channel {
    case .email: SMTPFailure.Code(rawValue: code).flatMap(mail)
    case .sms: sms(code)
    }
  }

  private static func mail(_ code: SMTPFailure.Code) -> String? {
    switch code {
    case .authenticationRefused: "correct mail.user and mail.password"
    case .tlsFailure: "correct mail.security, mail.host or mail.certificate_authorities"
    case .privateAddress:
      "name the mail server in doorward.json, set mail.allow_private_addresses there, or correct mail.host"
    case .notLoopback: "set mail.security to starttls or tls"
    case .senderRefused: "correct mail.from, or let the mail server accept this sender"
    case .serverRefused:
      "correct mail.helo, mail.user or mail.security, or let the mail server accept this machine"
    case .unreachable, .timedOut, .connectionLost:
      "correct mail.host and mail.port, or the network of this machine"
    case .notSent: "correct mail.from, or the installation of libcurl"
    case .refused, .invalidRecipient, .busy, .cancelled: nil
    }
  }

  private static func sms(_ code: String) -> String? {
    switch code {
    case "authentication_refused": "correct sms.account and sms.token, or sms.secret"
    case "destination_refused": "add the country to sms.countries; numbers that cost more stay refused"
    case "spending_limit": "raise sms.daily_limit, or wait for the next day (UTC)"
    default: connection(OutgoingHTTPError.Code(rawValue: code))
    }
  }

  /// The failures to reach the SMS service.
  private static func connection(_ code: OutgoingHTTPError.Code) -> String? {
    switch code {
    case .privateAddress: "set sms.allow_private_addresses, or correct sms.url or sms.base_url"
    case .invalidURL, .unsupportedScheme: "correct sms.url or sms.base_url"
    case .tlsFailure: "correct sms.url or sms.base_url, or the certificate of the SMS service"
    case .cannotResolve, .cannotConnect, .timedOut, .transferFailed:
      "correct sms.url or sms.base_url, or the network of this machine"
    default: nil
    }
  }
}
