import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Threat case 23: decompression bombs, polyglots, SVG, path traversal, EXIF location, photo ids of other users.
@Suite("Threat 23: photos") struct PhotoThreatTests {
  @Test(arguments: [
    ("bomb.png", 422, "photo_too_many_pixels"),
    ("small-container.avif", 422, "photo_damaged"), ("small-container.heic", 422, "photo_damaged"),
    ("frames.gif", 422, "photo_too_many_frames"), ("refused.tiff", 415, "photo_unsupported_format"),
    ("refused.pdf", 415, "photo_unsupported_format"), ("refused.jp2", 415, "photo_unsupported_format"),
  ])
  func bombsAndOtherFormatsAreRefused(name: String, status: Int, code: String) async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      let answer = try await server.upload(try TestPhotos.image(name), token)
      #expect(answer.status == status)
      #expect(answer.code == code)
      #expect(try await server.api.send(.get, "/v1/user", bearer: token)["picture"] == .null)
    }
  }

  @Test func textsAndBrokenImagesAreRefusedByReason() async throws {
    let jpeg = try TestPhotos.image("large.jpg")
    let uploads: [([UInt8], String)] = [
      ([], "photo_unsupported_format"), (Array("not an image".utf8), "photo_unsupported_format"),
      (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "photo_vector_graphic"),
      (Array("<?xml version=\"1.0\"?><svg onload=\"alert(1)\"/>".utf8), "photo_vector_graphic"),
      (Array("<script>alert(1)</script>".utf8), "photo_unsupported_format"),
      (Array(jpeg.prefix(jpeg.count / 2)), "photo_damaged"), (Array(jpeg.prefix(3)), "photo_damaged"),
    ]
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      for (upload, code) in uploads {
        #expect(try await server.upload(upload, token, type: "image/svg+xml").code == code)
      }
    }
  }

  @Test func uploadAboveTheLimitIsRefusedBeforeItIsRead() async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      let limit = 10 << 20
      let atLimit = try await server.upload([UInt8](repeating: 0, count: limit), token)
      #expect(atLimit.code == "photo_unsupported_format")
      let above = try await server.upload([UInt8](repeating: 0, count: limit + 1), token)
      #expect(above.status == 413)
      #expect(above.code == "body_too_large")
      // Only this call has the larger limit.
      for path in ["/v1/user", "/v1/user/photos", "/v1/user/photo/x"] {
        let other = try await server.api.raw(.put, path, [UInt8](repeating: 0, count: 70_000))
        #expect(other.status == 413)
      }
      let post = try await server.api.raw(.post, "/v1/user/photo", [UInt8](repeating: 0, count: 70_000))
      #expect(post.status == 413)
    }
  }

  @Test(arguments: ["location.jpg", "location.png", "location.webp"])
  func metadataAndAppendedBytesAreRemoved(name: String) async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      let image = try TestPhotos.image(name) + Array("<script>alert('polyglot')</script>PK\u{3}\u{4}".utf8)
      let address = try #require(try await server.upload(image, token)["picture"].string)
      let photo = try await server.photo(at: address)
      let text = String(decoding: photo.body, as: UTF8.self)
      for trace in ["Exif", "GPS", "polyglot", "script", "xmp", "Photoshop", "PK\u{3}\u{4}"] {
        #expect(!text.contains(trace), "\(trace)")
      }
    }
  }

  @Test(arguments: [
    "..%2f..%2fmaster.key", "%2e%2e", "....", "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAA.jpg", "%00",
    "'%20OR%201=1--", "AAAAAAAAAAAAAAAAAAAAAB", "a", "AAAAAAAAAAAAAAAAAAAAAA%2f..%2f",
  ])
  func idsThatNoPhotoHasAreNotFound(id: String) async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      _ = try await server.upload(try TestPhotos.image("picture.png"), token)
      let answer = try await server.api.send(.get, "/v1/photos/\(id)")
      #expect([400, 404].contains(answer.status))
      #expect(answer.fields["Cache-Control"] == "no-store")
    }
  }

  @Test func userCannotChangeThePhotoOfAnother() async throws {
    try await TestServer.run { server in
      let (ann, bob) = (
        try await EthereumTestWallet().signIn(server).account,
        try await EthereumTestWallet().signIn(server).account
      )
      let address = try #require(
        try await server.upload(try TestPhotos.image("picture.png"), ann)["picture"].string)
      let path = address.replacing(server.origin, with: "")
      for method in [HTTPMethod.delete, .put, .post, .patch] {
        #expect(try await server.api.send(method, path, bearer: bob).status == 405)
      }
      #expect(try await server.api.send(.delete, "/v1/user/photo", bearer: bob).status == 204)
      #expect(try await server.photo(at: address).status == 200)
      #expect(try await server.api.send(.delete, "/v1/user/photo").code == "missing_token")
      #expect(try await server.upload(try TestPhotos.image("picture.png"), "x").code == "invalid_token")
    }
  }

  @Test func idsOfPhotosAreRandomAndNotLogged() async throws {
    try await TestServer.run { server in
      var ids: Set<String> = []
      for _ in 0..<3 {
        let token = try await EthereumTestWallet().signIn(server).account
        let set = try await server.upload(try TestPhotos.image("picture.png"), token)
        let address = try #require(set["picture"].string)
        let id = try #require(address.split(separator: "/").last.map { String($0) })
        #expect(try Base64URL.decode(id).count == 16)
        _ = try await server.api.send(.get, "/v1/photos/\(id)")
        ids.insert(id)
      }
      // Equal images of different users have different ids.
      #expect(ids.count == 3)
      for id in ids { #expect(!server.log.text.contains(id)) }
    }
  }

  @Test func anonymousUserStoresNoPhoto() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let refused = try await server.upload(try TestPhotos.image("picture.png"), visitor.account)
      #expect(refused.status == 403)
      #expect(refused.code == "sign_up_required")
      #expect(try await visitor.current(server)["picture"] == .null)
    }
  }

  @Test func changesAreCountedAgainstTheLimitOfTheUser() async throws {
    try await TestServer.run(["rate_limits": ["account_write_per_minute": 2]]) { server in
      let token = try await EthereumTestWallet().signIn(server).account
      for _ in 0..<2 { _ = try await server.upload([], token) }
      let refused = try await server.upload([], token)
      #expect(refused.status == 429)
      #expect(refused.fields["Retry-After"] != nil)
    }
  }
}
