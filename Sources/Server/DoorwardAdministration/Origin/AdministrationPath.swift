/// The paths of the administration that only its own listener has.
package enum AdministrationPath {
  /// The start of all paths that read the cookie.
  static let api = "/v1/admin"
  static let home = "/"
  /// The addresses of the dashboard. Its script shows the view of each (`Web/dashboard.js`).
  static let views = [
    home, "/users", "/users/{id}", "/applications", "/applications/{id}", "/webhooks", "/webhooks/{id}",
    "/events", "/messages", "/health", "/keys", "/administrators", "/settings",
  ]
  static let claim = "/claim"
  static let signIn = "/sign-in"
  static let callback = "/callback"
  static let session = "/v1/admin/session"
}
