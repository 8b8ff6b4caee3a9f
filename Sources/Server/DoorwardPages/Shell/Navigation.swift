package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire

extension HTTPRequest {
  /// Refuses a request that another page sends to load, frame or fetch an address that the user should open (Fetch
  /// Metadata §2.1). Such requests would use up the limit of the user's network. A request without the field is
  /// accepted.
  ///
  /// - Throws: `Problem` 403 `cross_origin`.
  package func requireNavigation() throws(Problem) {
    guard fields["Sec-Fetch-Dest"] ?? "document" == "document" else {
      throw Problem(
        status: 403, code: WireCode.crossOrigin,
        detail: "This address opens as a page. Other pages cannot load, frame or fetch it.")
    }
  }
}
