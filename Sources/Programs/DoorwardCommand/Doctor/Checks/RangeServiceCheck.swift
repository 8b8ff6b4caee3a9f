import DoorwardPasswords
import DoorwardSignIn

/// Checks that the range service for breached passwords answers.
struct RangeServiceCheck {
  private static let name = "breached passwords"

  let settings: PasswordSettings

  func run() async -> [Finding] {
    guard let url = settings.rangeURL, let service = settings.rangeService() else { return [] }
    guard await service.answers() else {
      return [
        .problem(
          Self.name, "\(url) does not answer with a range, so breached passwords are accepted",
          "check passwords.range_url and the network connection; a service with a private address needs range_allow_private_addresses"
        )
      ]
    }
    return [.ok(Self.name, "\(url) answers")]
  }
}
