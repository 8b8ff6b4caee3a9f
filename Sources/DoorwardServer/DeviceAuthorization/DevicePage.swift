import HTTPCore

/// The page where a person types the code that a device shows (RFC 8628 §3.3). To open it, with a code in its
/// address or without, does nothing: its script asks, and a person answers.
struct DevicePage: Sendable {
  let account: AccountPage

  static let path = "/device"

  func register(in router: inout Router) {
    router.on(.get, Self.path) { request, _ in
      if let elsewhere = account.redirect(request, to: Self.path) { return elsewhere }
      var response = account.response(PackageResources.device_html)
      response.fields["Cache-Control"] = "no-cache"
      return response
    }
  }
}
