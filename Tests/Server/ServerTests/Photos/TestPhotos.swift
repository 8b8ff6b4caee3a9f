import DoorwardHTTP
import DoorwardHTTPTypes
import Foundation

/// Images for uploads, from the tests of the module that decodes them.
enum TestPhotos {
  static func image(_ name: String) throws -> [UInt8] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return Array(try Data(contentsOf: tests.appendingPathComponent("PhotoTests/Images/\(name)")))
  }
}

extension TestServer {
  /// Uploads a photo for the user of a token.
  func upload(
    _ image: [UInt8], _ token: String, type: String? = "image/jpeg", fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var fields = fields
    fields["Authorization"] = "Bearer \(token)"
    return try await api.raw(.put, "/v1/user/photo", image, type: type, fields: fields)
  }

  /// Reads the photo at an address of this server.
  func photo(at address: String?, size: String? = nil) async throws -> TestAPI.Answer {
    let path = (address ?? "").replacingOccurrences(of: origin, with: "")
    return try await api.send(.get, path + (size.map { "?size=\($0)" } ?? ""))
  }
}
