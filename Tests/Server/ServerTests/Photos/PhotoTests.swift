import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPhotos
import Encodings
import Testing

@Suite("Photos of users") struct PhotoTests {
  @Test func photosAreOfferedWhereTheyCanBeProcessed() async throws {
    try await TestServer.run { server async throws in
      #expect(try await server.api.send(.get, "/v1/config")["photos"] == true)
      #expect(try await server.api.send(.get, "/session/state")["config"]["photos"] == true)
    }
    let photos = try await PhotoWorker(PhotoDecoderProgram(path: "/nonexistent/doorward"))
    try await TestServer.run(photos: photos) { server in
      #expect(await photos.problem()?.code == .unavailable)
      #expect(try await server.api.send(.get, "/v1/config")["photos"] == false)
      #expect(try await server.api.send(.get, "/session/state")["config"]["photos"] == false)
      let token = try await EthereumTestWallet().signIn(server).account
      let refused = try await server.upload(try TestPhotos.image("picture.png"), token)
      #expect(refused.status == 503)
      #expect(refused.code == "photo_processing_unavailable")
      #expect(refused.fields["Retry-After"] == "600")
    }
  }

  @Test func userSetsReplacesAndRemovesThePhoto() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try session.account
      #expect(session["user"]["picture"] == .null)

      let first = try await server.upload(try TestPhotos.image("large.jpg"), token)
      #expect(first.status == 200)
      let address = try #require(first["picture"].string)
      #expect(address.hasPrefix("\(server.origin)/v1/photos/"))
      #expect(try await server.api.send(.get, "/v1/user", bearer: token)["picture"].string == address)
      #expect(try await server.photo(at: address).status == 200)

      let second = try await server.upload(try TestPhotos.image("large.jpg"), token)
      let other = try #require(second["picture"].string)
      #expect(other != address)
      #expect(try await server.photo(at: address).status == 404)
      #expect(try await server.photo(at: other).status == 200)

      #expect(try await server.api.send(.delete, "/v1/user/photo", bearer: token).status == 204)
      #expect(try await server.photo(at: other).status == 404)
      #expect(try await server.api.send(.get, "/v1/user", bearer: token)["picture"] == .null)
      #expect(try await server.api.send(.delete, "/v1/user/photo", bearer: token).status == 204)
    }
  }

  @Test(arguments: [
    "large.jpg", "picture.png", "picture.webp", "picture.heic", "picture.avif", "picture.gif",
  ])
  func everyFormatBecomesAJPEGOfTheRequestedSize(name: String) async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      // The media type of the request does not matter.
      let set = try await server.upload(try TestPhotos.image(name), token, type: "image/x-unknown")
      let address = try #require(set["picture"].string)
      for size in [nil, "64", "128", "256", "512"] {
        let photo = try await server.photo(at: address, size: size)
        #expect(photo.fields["Content-Type"] == "image/jpeg")
        #expect(photo.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(photo.fields["X-Content-Type-Options"] == "nosniff")
        #expect(photo.fields["Set-Cookie"] == nil)
        #expect(Self.side(photo.body) == size.flatMap { Int($0) } ?? 512)
      }
      for size in ["0", "63", "1024", "064", "512px", "-64", "", "64&size=64"] {
        #expect(try await server.photo(at: address, size: size).code == "invalid_size")
      }
    }
  }

  @Test func pageSetsAndRemovesThePhotoByItsCookie() async throws {
    try await TestServer.run { server in
      let browser = try await TestBrowser.signedIn(server)
      let set = try await browser.upload(try TestPhotos.image("picture.png"))
      #expect(set.status == 200)
      #expect(try await server.photo(at: set["user"]["picture"]?.string).status == 200)
      let form = try await browser.upload(
        try TestPhotos.image("picture.png"), type: "application/x-www-form-urlencoded")
      #expect(form.status == 415)
      let stranger = try await browser.upload(
        try TestPhotos.image("picture.png"),
        fields: ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
      #expect(stranger.status == 403)
      #expect(try await browser.send(.delete, "/session/user/photo").status == 204)
      #expect(try await browser.send(.get, "/session/state")["user"]["picture"] == .null)
    }
  }

  @Test func photoIsAMemberOfTheScopeProfile() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let set = try await server.upload(try TestPhotos.image("picture.png"), try session.account)
      let key = try await server.apiKey()
      let id = try #require(session["user"]["id"]?.string)
      let user = try await server.api.send(.get, "/v1/users/\(id)", bearer: key)
      #expect(user["picture"] == set["picture"])
    }
  }

  @Test func deletedUserHasNoPhoto() async throws {
    try await TestServer.run(["limits": ["deletion_grace": 0]]) { server in
      let token = try await EthereumTestWallet().signIn(server).account
      let set = try await server.upload(try TestPhotos.image("picture.png"), token)
      let address = try #require(set["picture"].string)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: token).status == 204)
      #expect(try await server.photo(at: address).status == 404)
    }
  }

  @Test func photosSurviveARestart() async throws {
    try await TestServer.restart([:], [:]) { (server) async throws -> String in
      let token = try await EthereumTestWallet().signIn(server).account
      let set = try await server.upload(try TestPhotos.image("picture.png"), token)
      let address = try #require(set["picture"].string)
      return try #require(address.split(separator: "/").last.map { String($0) })
    } _: { server, id in
      let photo = try await server.api.send(.get, "/v1/photos/\(id)")
      #expect(photo.status == 200)
    }
  }

  /// The width of a square JPEG file (ISO/IEC 10918-1 §B.2.2); nil if the file is not square.
  static func side(_ file: [UInt8]) -> Int? {
    var place = 2
    while place + 9 < file.count, file[place] == 0xff {
      let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
      if [0xc0, 0xc1, 0xc2].contains(file[place + 1]) {
        let height = Int(file[place + 5]) << 8 | Int(file[place + 6])
        let width = Int(file[place + 7]) << 8 | Int(file[place + 8])
        return width == height ? width : nil
      }
      place += 2 + length
    }
    return nil
  }
}
