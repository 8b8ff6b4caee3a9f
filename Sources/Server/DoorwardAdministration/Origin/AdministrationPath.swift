/// The paths of the administration that only its own listener has.
package enum AdministrationPath {
  /// The start of all paths that read the cookie.
  static let api = "/v1/admin"
  static let home = "/"
  static let script = "/administration.js"
  static let style = "/administration.css"
  static let claim = "/claim"
  static let signIn = "/sign-in"
  static let callback = "/callback"
  static let session = "/v1/admin/session"
}
