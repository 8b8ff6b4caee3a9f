package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// The files of the look of an application: the colors and the logo. They are public, as the sign-in page is.
package struct AppearanceRoutes: Sendable {
  private let applications: ApplicationDirectory

  package init(applications: ApplicationDirectory) { self.applications = applications }

  package func register(in router: inout Router) {
    router.on(.get, PagePath.applicationStyle, by: .anyone) { request in
      try answer(request) { $0.stylesheet }
    }
    router.on(.get, PagePath.applicationLogo, by: .anyone) { request in
      try answer(request) { $0.logo }
    }
  }

  private func answer(
    _ request: HTTPRequest, _ choose: (AppearanceFiles) -> AppearanceFiles.File?
  ) throws -> HTTPResponse {
    guard let application = applications[request.pathParameters["id"] ?? ""],
      let file = choose(AppearanceFiles(application))
    else {
      throw Problem(status: 404, code: WireCode.notFound, detail: "The application has no such file.")
    }
    var response = HTTPResponse(status: 200, contentType: file.contentType, body: file.body)
    // The version in the address is that of an older or newer file, if the application has been changed.
    let isCurrent = request.query.map { file.address.hasSuffix("?\($0)") } ?? false
    response.fields["Cache-Control"] = isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
    // Pages of every site may show the logo.
    response.fields["Cross-Origin-Resource-Policy"] = "cross-origin"
    // An SVG file can contain scripts, which run if a browser opens it as a page.
    response.fields["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return response
  }
}
