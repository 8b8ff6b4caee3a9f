/// The paths of the hosted page's own routes, which take its cookie and no token.
package enum PagePath {
  /// The page of the link in the message with the code.
  package static var continuation: String { "/continue" }
  package static var applicationStyle: String { "/appearance/{id}/style.css" }
  package static var applicationLogo: String { "/appearance/{id}/logo" }
  package static var state: String { "/session/state" }
  package static var applications: String { "/session/applications" }
  package static var application: String { "/session/applications/{id}" }
  package static var photo: String { "/session/user/photo" }
  package static var authorization: String { "/session/authorization" }
  package static var authorizationAllow: String { "/session/authorization/allow" }
  package static var authorizationDeny: String { "/session/authorization/deny" }
  package static var end: String { "/session/end" }
  package static var endConfirm: String { "/session/end/confirm" }
  package static var signInLink: String { "/session/sign-in-link" }
  package static var secure: String { "/session/secure" }
  package static var secureConfirm: String { "/session/secure/confirm" }
  package static var device: String { "/session/device" }
  package static var deviceAllow: String { "/session/device/allow" }
  package static var deviceDeny: String { "/session/device/deny" }
}
