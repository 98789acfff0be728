function (request) {
	var token = request.headers && request.headers.Authorization;
	if (token) request.headers.Authorization = token.replace(/[^\x20-\x7e]/g, "*");
	return request;
}
